/** A maker's scheme for the codes of its models. */
export interface ModelSeries {
  readonly vendor: string;
  readonly pattern: RegExp;
  /** Whether nobody else has ever had such codes, so that no rule may claim them. */
  readonly isSure: boolean;
}

const series = (vendor: string, pattern: RegExp): ModelSeries => ({ vendor, pattern, isSure: false });
const sure = (vendor: string, pattern: RegExp): ModelSeries => ({ vendor, pattern, isSure: true });

/**
 * Schemes of model codes on Android, over the code alone. Kept by hand from the makers' own lists of models; only schemes that no
 * other maker uses. The more particular come first.
 */
export const MODEL_SERIES: readonly ModelSeries[] = [
  series('Samsung', /^(?:SAMSUNG[- ]?)?(?:SM-[A-Z]{1,2}\d{3}|SC-\d\d[A-Z]$|SC[GV]\d\d$)/u),
  series('Realme', /^RMX\d{4}/u),
  series('OnePlus', /^(?:ONEPLUS|OnePlus|AC200[13]|IN20\d\d|KB200\d|LE21\d\d|HD19\d\d|GM19\d\d|NE22\d\d|MT2110|PHB110|PJ[DEFXZ]110|BE20\d\d|DN210\d|EB210\d|GN2200|DE21\d\d|CPH24(?:09|13|23|47|49|51|65|67|69|87|91|93)|OPD2203|OPD240[34])/u),
  series('OPPO', /^(?:CPH\d{4}|P[A-HJ-Z][A-Z]{2}\d0$|OPD\d{4}|OPG\d\d)/u),
  series('Vivo', /^(?:vivo[ _]|V\d{4}(?:A|T|CA|GA|DA|EA|BA|FA|HA)?$|I\d{4}$|PD\d{4})/u),
  sure('Xiaomi', /^(?:M20\d\dJ\d{1,2}[A-Z]{1,3}$|2\d{3}[0-9A-F][0-9A-Z]{2,6}[A-Z]$)/u),
  series('Xiaomi', /^(?:Redmi|MI |Mi |POCO|HM NOTE|Mi-4c|MIX|MiTV|MIBOX|MiBOX|XIAOMI|Xiaomi|SHARK )/u),
  series('Motorola', /^(?:moto |motorola |XT\d{4}|Moto[A-Z])/u),
  series('Google', /^(?:Pixel(?: |$)|Google Pixel)/u),
  series('Amazon', /^(?:KF[A-Z]{2,6}$|AFT[A-Z0-9]{1,6}$|AEO[A-Z]{2}$)/u),
  series('Nokia', /^(?:Nokia |TA-1\d{3}|N15\d\dL?$)/u),
  series('Sony', /^(?:XQ-[A-Z]{2}\d\d|SO-\d\d[A-Z]$|SOG\d\d|SOV\d\d|SGP\d{3}|A\d{3}SO$|[F-HJ]\d{4}$)/u),
  sure('Fujitsu', /^A\d{3}FC$/u),
  sure('Kyocera', /^A\d{3}KC$/u),
  series('Sharp', /^(?:SH-(?:M|T|R|RM|\d\d[A-Z]$)|SHG\d\d|SHV\d\d$|A\d{3}SH$|\d{3}SH$|[SX]\d-SH$)/u),
  series('Fujitsu', /^(?:F-\d\d[A-Z]$|FCG\d\d|arrows |ARROWS )/u),
  series('Kyocera', /^(?:KY[VGLT]\d\d|A\d{3}KC$|KC-[A-Z]|KC-\d\d|\d{3}KC$)/u),
  sure('Honor', /^(?:[A-Z]{3}\d?-NX\d|(?:[A-Z]{3}\d?)-\w+HN$|(?:FNE|NTH|ANY|ANP|VNE|CRT|CMA|RKY|RMO|MAA|REA|REP|PGT|LGE|LLY|ALI|BVL|DNY|ELN|ELP|ALT|CLK|WDY|TFY|HJC|GDI|MGI|PTP|BRC|FRI|MBH|BRP|FCP|VER|WOD|GIA|JLH)-(?:AN|LX|L|W|N)\d)/u),
  series('Honor', /^(?:HONOR|Honor)/u),
  series('Huawei', /^(?:(?:HUAWEI|Huawei)[ _-]?|(?:[A-Z]{3}\d?K?)-(?:[AL][LN]\d\d|[AT]L\d\d|L\d\d|LX\d|W\d\d|AN\d\d|BX\d|TN\d\d))/u),
  series('LG', /^(?:LM-[A-Z]|LML\d{3}|LGM?-[A-Z]|LGM[SP]\d{3}|LG-|[RU]S\d{3}$|VS\d{3}|L-\d\d[A-Z]$|LGL\d\d)/u),
  series('Asus', /^(?:ASUS[_ ]|Z[A-E]\d{3}K[LG]$|ZenFone|ASUS_[AXZI]\d|AI2\d{3})/u),
  series('Lenovo', /^(?:Lenovo[ _]|TB-?[A-Z0-9]\w{3,}|YT-?[A-Z0-9]\w{3,}|L\d{5}$|LenovoL)/u),
  series('Meizu', /^(?:M(?:EIZU)[ _]|meizu |MEIZU|M\d{3}[A-Z]$|M[ZX]\d$|16(?:s|th|T)(?: |$))/u),
  series('Infinix', /^(?:Infinix|X6\d{2}[A-Z]?\b|X6\d{3}[A-Z]?\b)/u),
  series('Tecno', /^(?:TECNO[ _-]?|Tecno )/u),
  series('itel', /^(?:itel[ _-]?)/u),
  series('Alcatel', /^(?:\d{4}[ADEGIJKLMNPSTUVWXYZ](?:_[A-Z]{2,3})?$|5\d{3}[A-Z]_)/u),
  series('TCL', /^(?:TCL|T\d{3}[A-Z]$)/u),
  series('ZTE', /^(?:ZTE[ _-]|NX\d{3}J|A20\d\d[A-Z]?$)/u),
  series('HTC', /^(?:HTC[ _-]|HTV\d\d|2Q[A-Z0-9]+$)/u),
  series('HMD', /^HMD /u),
  series('Nothing', /^(?:A0(?:63|65|15)|A142P?|A059P?|A001|Nothing )/u),
  series('Fairphone', /^FP\d$/u),
  series('Blackview', /^BV\d{4}/u),
  series('Hisense', /^HLTE\d{3}/u),
  series('ZTE', /^Z\d{4}$/u),
  series('Meizu', /^[MU]\d{1,2} (?:Note|note)/u),
  series('Tecno', /^(?:K[A-J]|C[A-M]|L[A-K]|B[A-G]|A[A-E])\d{1,2}[a-z]?$/u),
  series('T-Mobile', /^REVVL/u),
  series('Sonim', /^XP\d{4}$/u),
  series('Vodafone', /^VFD[ _]?\d{3}/u),
  series('Gigaset', /^GS\d{3}(?:_Plus)?$/u),
  series('Essential', /^PH-1$/u),
  // Of the years in which phones for China had codes of their own.
  series('OPPO', /^(?:R\d{4}$|R[79](?:s|Plus|sPlus|Plusm|m|t|st|sm|km|tm)\w*$|R8\d\d[ST]\d?$|N5\d{3}$|X9\d\d[TW]?$|U70\d[TW]?$|(?:110|300|660)\d$)/u),
  series('Xiaomi', /^(?:201[34]\d{3}(?:_TD.*)?$)/u),
  series('Meizu', /^(?:M(?:04|35|57)\d[A-Z]?$|m[1-3](?: (?:metal|note))?$|MX\d Pro$)/u),
  series('Smartisan', /^(?:YQ60\d$|SM70\d$|SM80\d$|O[CDS]\d{3}$)/u),
  series('Huawei', /^(?:C[Hh][EeMm]\d?-|H60[-_]L|HW-)/u),
  series('Sony', /^(?:[LMS]\d\d[htuc]$|XM50[ht]$)/u),
  series('Nubia', /^NX\d{3}[A-IK-Z]?$/u),
  series('ZTE', /^N9\d\dSt$/u),
  series('Coolpad', /^C[Oo][Oo][Ll][Pp][Aa][Dd]|^\d{4}-[AM]\d\d$/u),
  series('China Mobile', /^(?:CMCC|CMDC) |^M8[12]\d(?:C)?$/u),
  series('Hisense', /^HS-[A-Z]\d/u),
  series('Pantech', /^IM-A\d{3}/u),
  series('Changhong', /^Changhong/u),
];
