/** What is done to the own second factor: turned on, given new recovery codes, turned off. */
export type FactorTask = 'on' | 'codes' | 'off';
