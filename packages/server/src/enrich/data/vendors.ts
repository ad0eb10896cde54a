/**
 * Makers whose models begin with the maker's name, as the makers write themselves. Facts, kept by hand from what devices call themselves.
 */
const NAMES =
  '10.or|Acer|Adreamer|Advan|Aiwa|Akai|Alcatel|AllCall|Alldocube|Allview|Altice|Amgoo|Archos|Arian Space|Ark|Artel|Assistant|Asus|AT&T|Audiovox|Avvio|Axioo|AZOM|BDF|BenQ|BGH|BigBen|Billion|Bird|Bitmore|Black Fox|Blackview|Blaupunkt|Bleck|BLU|Bluboo|Bmobile|Bobarry|Bravis|' +
  'Brondi|BQ|BQru|Bush|Casper|Cat|CCE|Celkon|Cellacom|Cherry Mobile|Chuwi|Cloud Mobile|Cloudfone|Colors|Condor|Coolpad|Copia|Cricket|Crosscall|Cube|Cubot|CWOWDEFU|Cyrus|Danew|Datawind|DbPhone|Denver|Dexp|Dialog|Digi|Digicel|Digma|DOOGEE|DOOV|Doppio|Duoduogo|E-tel|' +
  'Echo|Ecom|Elephone|Element|Energizer|Energy Sistem|Essential|Essentielb|Eurostar|Evercoss|Evertek|Evolveo|Explay|EZIO|Fairphone|FaRao Pro|Figi|FinePower|FiGi|Flipkart|Fly|FNB|Fondi|Forme|Freetel|Fujitsu|Gigabyte|Gigaset|Ginzzu|Gionee|Globex|Gome|GoClever|GOtv|Gree|' +
  'Gretel|Haier|Hafury|Hammer|Hannspree|Hi-Tech|Highscreen|Hisense|Hitech|Homtom|Hotwav|Hoozo|HP|Hyundai|i-mobile|iBall|iLife|iGet|IKEA|IMO|Impression|Infinix|InFocus|Inoi|Intex|Invens|iQOO|Irbis|iRulu|iVooMi|iView|Jiayu|JinGa|Jivi|Jolla|JVC|Kaan|Kalley|Karbonn|' +
  'Kazam|KENEKSI|Kenxinda|Kiano|Kingsun|Klipad|Kodak|Kogan|Kolke|Konka|Koobee|Krono|Krüger&Matz|Kyocera|Land Rover|Landvo|Lanix|Lark|Lava|LeEco|Leagoo|Leotec|Lephone|Lenco|Letv|Lexand|LG|Logic|Logicom|Lumigon|Lyf|M-Horse|M4tel|Majestic|Manta|Maxcom|Maxwest|Maxtron|Maze|' +
  'Medion|Mecer|MeanIT|Meitu|Meizu|Mi|Micromax|Mione|Mito|Mobicel|Mobiistar|Mobiola|Mobiwire|Mobo|Modecom|Moto|Motorola|MPIE|MTC|Multilaser|MyPhone|Myria|MyWigo|NAVON|Neffos|Neon|Newman|Nexian|Nextbook|NOA|Noain|Nokia|Nomi|Nomu|Nothing|Nubia|NUU|Nuvo|OALE|Obi|Odys|' +
  'Okapia|Onda|OnePlus|Onix|OPPO|Orange|Orbic|Orbita|Oukitel|Ouki|Overmax|Oysters|Panasonic|Pantech|PEAQ|Pentagram|Philips|Phicomm|Phonemax|Pixus|Pioneer|Planet|Plum|Polaroid|Poco|Polytron|Poptel|Positivo|PPTV|Premio|Prestigio|Primux|Prixton|Proline|Proscan|QMobile|Qilive|' +
  'Quantum|Qubo|Ramos|RCA|Realme|Reeder|Relndoo|Ritmix|Rombica|Rugged|Ruio|S-TELL|Samsung|Santin|Schneider|Senseit|SENWA|SFR|Sharp|Siemens|Sico|Siragon|SKK|Sky|Smart|Smartfren|Smartisan|Sony|Soyes|SPC|Spice|Star|Starlight|Starmobile|STF|STK|Stonex|Storex|Sugar|Sunny|' +
  'Sunmi|Supra|Switel|Symphony|T-Mobile|TCL|TechPad|Teclast|Tecno|Telefunken|Telenor|Teknosa|Tesco|TeXet|THL|Timmy|Tinmo|Tooky|Top House|Toshiba|Touchmate|Trekstor|Trevi|Trio|Tronsmart|TTfone|True|Turkcell|TWM|U.S. Cellular|UMIDIGI|Umi|Uhans|Ulefone|Unihertz|Unimax|' +
  'Unnecto|Vankyo|Vernee|Verizon|Vertex|Vertu|Verykool|VGO TEL|Videocon|Vinga|Vivax|Vivo|VK Mobile|Vodacom|Vodafone|Vonino|Vorago|Vortex|Voto|VSmart|Walton|Wexler|Wieppo|Wigor|Wiko|Winnovo|Wink|Winmax|Woxter|X-TIGI|X-BO|Xgody|Xiaolajiao|Xiaomi|Xolo|Yandex|Yarvik|Yes|' +
  'Yezz|Yoka|Yota|YU|Yuandao|Zatec|ZEEKER|Zeemi|Zebra|Zen|Zenek|Zeuz|Ziox|Zonda|Zopo|ZTE|Zuum|ZUK|Zync|AGM|Blackshark|Black Shark|Conquest|CUBOT|Geotel|Honeywell|Honor|Huawei|Ilium|KYY|KXD|Leica|Maxvi|Meberry|Nabi|NOBLEX|OLAX|OSCAL|Owwo|PIPO|POMP|Pritom|Rakuten|ROG|SGIN|Shift|Teracube|TopDevice|Volla|XGIMI|Yestel|Zaith|IIIF150|itel|LeTV';

/** By the first word, or the first two, in small letters. */
export const VENDORS_BY_WORD: ReadonlyMap<string, string> = new Map(NAMES.split('|').map((name) => [name.toLowerCase().replaceAll('-', ' '), name]));

/** Spellings of the sources, each for the maker's own. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['XiaoMi', 'Xiaomi'], ['HUAWEI', 'Huawei'], ['samsung', 'Samsung'], ['ASUS', 'Asus'], ['Oppo', 'OPPO'], ['vivo', 'Vivo'], ['Blackberry', 'BlackBerry'], ['TOSHIBA', 'Toshiba'], ['motorola', 'Motorola'], ['ALCATEL', 'Alcatel'],
  ['LG Electronics', 'LG'], ['LGE', 'LG'], ['Facebook', 'Meta'], ['PICO', 'Pico'], ['TECNO', 'Tecno'], ['MEDION', 'Medion'], ['LOEWE', 'Loewe'], ['VESTEL', 'Vestel'], ['BANGOLUFSEN', 'Bang & Olufsen'], ['Nook', 'Barnes & Noble'], ['Xbox', 'Microsoft'], ['HTC', 'HTC'],
]);

/** A maker's name as the maker writes it. */
export function vendorSpelling(name: string): string {
  return SPELLINGS.get(name) ?? VENDORS_BY_WORD.get(name.toLowerCase()) ?? name;
}
