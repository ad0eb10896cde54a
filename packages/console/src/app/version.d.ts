/** The console's release; put in by the build. */
declare const FOOTFALL_VERSION: string;
