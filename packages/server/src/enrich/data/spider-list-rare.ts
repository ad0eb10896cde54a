import type { SpiderType } from '@footfall/contract';

/**
 * Rarer crawlers, in the layout of spider-list.ts, by name. Facts under MIT from monperrus/crawler-user-agents@7c7f9f254f16; left out are patterns that
 * people's agents contain, words shorter than five letters and words of everyday language.
 */
export const RARE_SPIDER_LIST: Readonly<Record<SpiderType, string>> = {
  search_engine: `
7Siters
A6-Indexer
Aboundex
acoonbot
AmazonProductDiscovery
AmazonSellerInitiatedListing
arabot
BIGLOTRON
Bot.AraTurka.com
br-crawler
CyberFindCrawler
discobot
edisterbot
FediIndex
FemtosearchBot
FindFiles.net
findthatfile
fiperbot
Flamingo_SearchEngine
FleebsBot
fr-crawler
Funnelback
FyndSearchEngine-Crawler
FyndSearchEngine-ReCrawler
Gabanzabot: Gabanzabot/
GeedoBot
GeedoProductSearch
GeedoShopProductFinder
GlobalWebSearch
Gluten Free Crawler: Gluten Free Crawler/
Google-Certificates-Bridge
Google-PhysicalWeb
Google-Structured-Data-Testing-Tool
google-xrawler
Googlebot-IA: Googlebot-IA/
Greppr Web Crawler
grub.org
gsa-crawler
INETDEX-BOT
intelx.io_bot
JobboerseBot
jobswithgptcom-bot
jyxobot
lb-spider
Level9SearchBot: Level9SearchBot/
Linguee Bot
lyonl-asset-proxy
lyonl-crawler
MagiBot
MatchorySearch
msrbot
NapBot
Nicecrawler
NTENTbot
officestorebot
OpenHoseBot
openindexspider
OpenTheBoxBot
PhxBot
PlayStore-Google
purebot
SafeSearch microdata crawler
scribdbot
Searcherweb
Searcherxweb
SearchExpress
SiteSearch360: SiteSearch360/
SMTnetPMBot
stepstoneCrawlBot
Swiftbot
tagoobot
TheInternetSearchx
UsineNouvelleCrawler
VsuSearchSpider: VsuSearchSpider/
WadooBot
wbsearchbot
WepchSearchEngine
WeSEE:Search
wocbot
WordupInfoSearch
woriobot
yanga
Zealbot
ZoomInfo-
ZyBorg
`,
  ai_training: `
Aranet-SearchBot
atlassian-bot
ExteContextCrawl
Flyriverbot
HenkBot
ImageMind
KunatoCrawler
linkReader: linkReader/
newsai: newsai/
semantic-visions
ShapBot
TaraGroup Intelligent Bot
TerraCotta
Thinkbot
TSM-turingos
`,
  ai_search: '',
  ai_assistant: '',
  seo_tool: `
007ac9 Crawler
2ip bot
acapbot
AdagioBot
advanced_crawler
AGAKIDSBOT
AgencyAnalyticsBot
AlphaBot
AndersPinkBot
AppSiteAssociation
Attracta
Audisto Crawler
AudistoBot
awesomecrawler
B2B Bot
BDBot: BDBot/
BDCbot
BDFetch
BeeperBot
BehloolBot
betaBot
BigUpDataBot
BitBot
blogmuraBot
BLP_bbot
BoardGamePricesBot
BomboraBot
bot-pge.chlooe.com
BotPoke
BoxcarBot
brainobot
BrandONbot
BrandVerity
brokenlinkcheck.com
BublupBot
buzzbot
CaliberBot
Caliperbot
careerbot
CentComBot: CentComBot/
ClarityBot: ClarityBot/
Clearscopebot
Cloudtrellis
Cocolyzebot
Companybook-Crawler
content crawler spider
contxbot
crawler_eb_germany
Crawlson
CrawlyProjectCrawler
CrystalSemanticsBot
Cutbot
CXK_Bot
DaspeedBot
datagnionbot
Deskyobot
DF Bot
Digincore bot
Dmbot
DnBCrawler
DnyzBot
Domain Re-Animator Bot
Domains Project: Domains Project/
DomCopBot
Dragonbot
EchoboxBot: EchoboxBot/
edansbot
elisabot
eMoneyBot
epicbot
EpivozCrawler
ExtLinksBot
factset_spyderbot
FDL Stats Bot
Fedicabot
FedReporterDataBot
fidget-spinner-bot
FindITAnswersbot
findlink
Friendly testing bot
friendly-spider
fuelbot
FullStoryBot: FullStoryBot/
FuseonBot: FuseonBot/
Fyrebot
GarlikCrawler
GingerCrawler
gnam gnam spider
GnowitNewsbot
GoogleAssociationService: GoogleAssociationService/
Gowikibot
gregcrawler
Grobbot
GroupHigh: GroupHigh/
gslfbot
GuestpostsBot: GuestpostsBot/
harsilbot: harsilbot/
HawaiiBot
HelloworkJobPostingBot: HelloworkJobPostingBot/
HIFIBot: HIFIBot/
Hlidam.to robot
Huckabot: Huckabot/
IBM Crawler
impendoom-bot: impendoom-bot/
imrbot
infoobot
intelium_bot
InterfaxScanBot
it2media-domain-crawler
Jamie's Spider
jpg-newsbot
KangarooBot: KangarooBot/
kazbtbot: kazbtbot/
Kemvibot
kinsta-bot
KomodiaBot
Konturbot: Konturbot/
KosmioBot
KStandBot
Kukei.eu-Bot: Kukei.eu-Bot/
Landau-Media-Spider
Laserlikebot
LastModBot: LastModBot/
Leikibot
linkapediabot
LinkCheckerBot
LinkisBot
LinksIndexerBot: LinksIndexerBot/
LinkTiger
LinkWalker: LinkWalker/
Livelapbot
lssbot
lssrocketcrawler
Luminator-robots
Macrobondbot
MADBbot: MADBbot/
MainWP: MainWP/
MarketGoo: MarketGoo/
MarketingMiner
MB-LinkChecker
MBCrawler
MedialogiaBot
MediaMonitoringBot: MediaMonitoringBot/
memorybot
MergadoBot
mindUpBot
MissinglettrBot: MissinglettrBot/
mlbot
ModernizeBot
Monibot
MoodleBot
MotoMinerBot: MotoMinerBot/
MTRobot
Multiviewbot
my-tiny-bot
nbertaupete95
NerdByNature.Bot
nerdybot
Neticle Crawler
niki-bot
Nimbostratus-Bot
NitroBot
nomore404.com robot
noorobot
Ocarinabot
Online Domain Tools
Orbbot: Orbbot/
OutsellURLValidator
PaperLiBot
Paqlebot: Paqlebot/
Plesk screenshot bot
postrank
PressEngineBot
PricedroneShoppingBot: PricedroneShoppingBot/
PriEcoBot: PriEcoBot/
Primalbot
PrivacyAwareBot
Pro-Sitemaps: Pro-Sitemaps/
Pywikibot: Pywikibot/
rakutenusabot-image: rakutenusabot-image/
RankActiveLinkBot
RankurBot: RankurBot/
RavenCrawler: RavenCrawler/
Refindbot
RegionStuttgartBot
RevvimGort: RevvimGort/
RidderBot
RobotsChecker: RobotsChecker/
RSiteAuditor
s4a-probe-bot: s4a-probe-bot/
SandobaCrawler: SandobaCrawler/
ScrapeheroBot: ScrapeheroBot/
screeenly-bot
SearchAtlas
SEBot-WA
semaltbot: semaltbot/
semanticbot
SentiBot
SenutoBot
seo-audit-check-bot: seo-audit-check-bot/
seo4ajax.com
seoLyt
seoscanners
seostar.co
SeoulBot
SerendeputyBot
SERPtimizerBot
ServerHunterSpider: ServerHunterSpider/
Sidetrade indexer bot
SiteScoreBot
SitesOverPagesBot
Skroutz ImageBot
SkroutzBot
SkyworkSpider
SlaccaleBot
SlickBot: SlickBot/
smtbot
SocialRankIOBot
SSSSBot: SSSSBot/
startmebot: startmebot/
Statabot: Statabot/
StatsDroneBot
StatusNestBacklinkSpider
StorygizeBot
SurveyBot
SustainabilityCrawler
SwifteqLinkChecker
SWIMGBot
TactiScout: TactiScout/
TangibleeBot
tchelebi: tchelebi/
test-bot
Testcrawler
tigerbot
TombaPublicWebCrawler
toplistbot
Traackr.com
trentwil.es
twengabot
urlappendbot
Urlcheckr: Urlcheckr/
URLSuMaBot
vebidoobot
Veoozbot
videootvBot
vuhuvBot
WARDBot: WARDBot/
webcompanycrawler
webprosbot: webprosbot/
Website-info.net-Robot
WebwikiBot: WebwikiBot/
WellKnownBot
WireReaderBot: WireReaderBot/
wmtips.com: wmtips.com/
woobot
WordCountBot: WordCountBot/
WorldBot
WovnCrawler: WovnCrawler/
wowLink Crawler: wowLink Crawler/
wpbot: wpbot/
WPMU DEV Broken Link Checker
WRTNBot
XML Sitemaps Generator
Yellowbrandprotectionbot
yoozBot
Yuuperbot
zebra-v2-bot
zenback bot
Zombiebot: Zombiebot/
ZoomBot
ZuperlistBot: ZuperlistBot/
zzhbot
`,
  social_preview: `
AASA-Bot
ArenaUnfurlBot
bluesky-domain-status-classifier
Chatwork LinkPreview
ClickUpLinkUnfurler
CodaBot
Dazzle BlueSky Bot
EveryoneSocialBot
FastmailUA
GG PeekBot
Jetslide
LMArenaUnfurlBot
LoomlyBot
Mediumbot-MetaTagFetcher
Meta-ExternalHit: Meta-ExternalHit/
newsharecounts
Orlo-LinkPreview: Orlo-LinkPreview/
Shortwave Image Fetcher
Supabase Paired Crawler
`,
  monitor: `
ABEvalBot
Accessible Web Bot
AccessStatus
Acquia optimize
ActiveComply
AlertSite
AtVowBot
BinaryCanary
Blockaid
BlogVault
BuddyBot
Bugsnag
CapsuleChecker
CapterraBot
carbon-umbrella-bot
caveman-hunter
CheckMarkNetwork: CheckMarkNetwork/
cloudflare-csup
Cloudflare-Custom-Error-Page-Crawler
Cloudflare-SpeedTest
Cloudflare-Validator
cludo
Corporama matcher
Critical CSS Bot
cron-job.org
Cronless
Curebot
deepnoc
DMBrowser
DominicBot
Dotcom-Monitor
Dow Jones Searchbot
downnotifier.com
DowntimeDetector: DowntimeDetector/
DrataAutopilot
DreamHost Data Team
Drupalbot
EasyCron: EasyCron/
easyDNS Monitoring
EdgeWatch
elmah.io Uptime Monitoring
eMoney Advisor
Experibot
FastDAST
FediDB
FediList Agent
fedistatsCrawler
FedReporter Bot for FFIEC
Freshbot
GenomeCrawlerd
Google Trust Services
GotSiteMonitor.com
HaloBot
HanaleiBot
HeadOnlyScraper
Honeybadger Uptime Check
HoneybadgerBot
internetVista monitor
Irokez.cz monitoring
IsDownBot: IsDownBot/
keycdn-tools: keycdn-tools/
LogicMonitor
loopimprovements.com
MagnetmeBot
Magus Bot
minicrawler
Minoru's Fediverse Crawler
monitoring360bot: monitoring360bot/
MonSpark: MonSpark/
MontasticMonitor
MxToolbox
NETVIGIE
New York Times Newsgathering
NoahBot
Noibu
ObservePoint
OnlineOrNot.com_bot
ParselySharesBot
PingAdmin.Ru: PingAdmin.Ru/
pingping.io: pingping.io/
PlagAwareBot
Poduptime
Pomothy-Bot
pulsetic.com
Rackspace Monitoring: Rackspace Monitoring/
Rakuten Image extraction bot
SENTINEL-LinkCheck
SequelWP
Server Density Service Monitoring
ServerDensity
Silktide
Sindup
SiteLock
SiteUptime.com
SleepBot
solarwinds: solarwinds/
SQWatcher
Streamline3Bot: Streamline3Bot/
sv-watchagent
SynthesiBot
synthetic-monitoring-agent: synthetic-monitoring-agent/
TSMbot
uptimedoctor
UptimeStatistics
Uptimia
UrlSuMa.de crawler
videootv Bot
vmcrawl
Watchbot monitoring robot
WatchMouse
WebsiteOps
WEDOS OnLine
wheresitup.com: wheresitup.com/
WISEbot
WOVN Crawler
WPMU DEV Hub
WPMUDEV Uptime Monitor
WPUmbrella
YLT Chrome
`,
  feed: `
AllAfrica
artemis web reader
Atom Feed Robot
BestChange
BlingERP
Bloglines
Buttondown
CapitalOneBot
Collapsify
Cozi-iCalendar-FeedReader
everyfeed-spider
fedoraplanet
FeedFlow
Feedpresso Content Index Bot
Feedsearch Bot
Feedsearch-Crawler
Feedwind
g2reader-bot
Gwene
Innologica
MonitoRSS: MonitoRSS/
NicheIndex
OpenRSS
page2rss
Podimo
Protopage: Protopage/
qcbot
rss-is-dead.lol web bot
rss-parser
RSS.Social
rss2tg
RSSAPI: RSSAPI/
RssReaderBot
SottopopNone
yelpspider
`,
  security_scanner: `
abuse.xmco.fr
air.ai/scanning
AkismetBot
antibot
ArtemisBot
asnriskscorer
Bad Neighborhood Header Detector
binlar
bitdiscovery
BlackDuck-FD
BrowserBot-Observer
CERT PL
CertChief
Cloudflare Security Center: https://developers.cloudflare.com/security-center/
Cloudflare-SSLDetector
cookie-maestro
CookieHub Bot
CookieHubVerify
csirt.cz
CyberPatrol
cypex.ai/scanning
DigiCert DCV
DNSScanner
Do Not Track Verifier
Dratabot
ec2linkfinder
EmailWolf
Feed Image Audit
filterdb.iss.net/crawler
Foregenix
hstspreload-bot
HTTP Banner Detection
ip-web-crawler.com
iubenda-radar: iubenda-radar/
Jugendschutzprogramm-Crawler
K7MLWCBot
Keydrop.io
KrawlerBot
LegalMonster
Let's Encrypt
MRGbot: MRGbot/
NINJA bot
NsToolsBot: NsToolsBot/
ProbelySPDR: ProbelySPDR/
ProjectShield-UrlCheck
ReverseEngineeringBot
Riddler: Riddler (http://riddler.io
Sansec Security Monitor: Sansec Security Monitor/
SBL-BOT
Software-Security-Research
Test Certificate Info
TwinWaveScanner
Unshorten.It!
UrlBeeBot
VaultPress
Verispider
WPSec: WPSec/
WTotem
`,
  library: `
ALittle Client
Download Ninja
GoParserBot
http_get
httpunit
larbin
phpcrawl
python-opengraph
rawweb-bot
Salesforce.com
SimpleCrawler
`,
  other: `
2ip.ru
A Patent Crawler
A360-Search
AcademicBotRTU
AdkernelTopicCrawler
AdsBot-IAB
adscanner
AdvBot
alienfarm
allOrigins
Amazing-SearchBot
AmazonAdBot
Apercite
Aragog: Aragog/
Aranea
AudigentAdBot
Autoconfig Test from USTC
AwarioRendererBot
BaiduAdsBot
Bibliotheque Nacional de France Crawler
bidswitchbot
Bitbucket-Webhooks
bne.es_bot
CC Metadata Scaper
CDSCbot
Centro Ads.txt Crawler
centuryb.o.t9
certytags
channable
ChargeBeeBot
Chrome Privacy Preserving Prefetch Proxy
Cincraw
CirrusExplorer
CISPA Webcrawler
citeseerxbot
CLASSLA-web
Clickagy
Cloudflare-Custom-Hostname-Verification
Cloudflare-Stream-Hook
Cloudflare-Stream-Webhook
CMSChecker
collection@infegy.com
ContextAd Bot
Convermax
Criticalcss.com
crusty: crusty/
cXensebot
CybaaBot
CyotekWebCopy
Datafeedwatch
Datanyze
drupact
EasyBib AutoCite
easybill-ImportManager
EcoVadisSustainabilityBot
electricmonk
eRepublik.tools
europarchive.org
evc-batch
ExodusMovement
Eyeotabot
EzLynx
EzoicBot
Fedineko
FirmoGraph
g00g1e.net
G2 Web Services
Gaisbot
gdnplus.com
getthit.com
GIFTEDVISITOR SCAN
Goodzer
Google-Area120
GroovinaAdsbot: GroovinaAdsbot/
Gulper Web Bot
hCardValidator
hgfAlphaXCrawl: hgfAlphaXCrawl/
hypestat
hyscore.io
ImageFetcher: ImageFetcher/
imgproxy: imgproxy/
Impact.com Agent
Innguma: Innguma/
Integromat: Integromat/
integromedb
IRLbot
iskanie
kaikki.org-digital-archive
KargoBot-Artemis
kb.dk_bot
LAC_IAHarvester
Library Of Congress Web Archiving
LinkAce: LinkAce/
LinkArchiver
loc.gov/programs/web-archiving
MaCoCu
magicsearchdev: magicsearchdev/
ManageWP
mappydata
Mavifinds
McontextualBot
MediavineMetadataParser: MediavineMetadataParser/
MetaInspector
MetaURI
Metorik
MgidBot
Miniature.io: Miniature.io/
mirrorweb.com
MirrorWebCrawler
mithril-crawler
MixnodeCache: MixnodeCache/
moatbot
ModularConnector: ModularConnector/
Mollie HTTP client
MonTools.com
MuckRack
NanoInteractive
netresearchserver
NetSeer crawler
NetShelter ContentScan
NewsRoom.BI
NLNZ_IAHarvester
NLUX_IAHarvester
Nooshub: Nooshub/
NostoCrawlerBot
Nuzzel
nvdorz
nyt_scraping
OpenGraphCheck
OutclicksBot
page-preview-tool
PagePeeker: PagePeeker/
PageThing
panscient
parse.ly scraper: parse.ly scraper/
PDF24 URL To PDF
Penthouse Critical Path CSS Generator
Pixalate.com
PocketParser
PrintFriendly.com
productsup.io/crawler
PS_Daily: PS_Daily/
PWABuilderHttpAgent
Qwarrybot
Recurly Webhooks: Recurly Webhooks/
Reelevant: Reelevant/
remove.bg: remove.bg/
ResearchBot
researchscan.comsys.rwth-aachen.de
RetrevoPageAnalyzer
RetroListeCOM: RetroListeCOM/
reward-gateway
Rivva
Schema-Markup-Validator
Scoop.it: Scoop.it/
scraping@nytimes.com
seewithkids
sempi.tech
SendGrid Event API
SFDC-Callout: SFDC-Callout/
SimpleScraper
SinceraSyntheticUser: SinceraSyntheticUser/
SirdataBot
siteexplorer.info
SmarshBot
SmartologyBot: SmartologyBot/
Snacktory
SnapchatAds: SnapchatAds/
Sora POS: Sora POS/
SparkPost
SparkShipping
SpiderLing
SpringserveBot
StatistikAustria: StatistikAustria/
Svix-Webhooks: Svix-Webhooks/
Sysomos
TestLocally: TestLocally/
TestURI
TextRazor
thesis-research-bot
Thinklab
TinEye
tracemyfile
tracking-quality-spider
Trellis-Services
TrendsmapResolver
tweetedtimes
Twingly
Twurly
UGAResearchAgent
uipbot
Upflow
useeBookChecker: useeBookChecker/
Vagabondo: Vagabondo/
VoluumDSP-content-bot
vu-server-health-scanner: vu-server-health-scanner/
Web Screen Service By hyperhost
web-archive-net.com.bot
WebDataStats
webgains-bot
weborama-fetcher
WebSniffer: WebSniffer/
webspidermount
WhatsMyIP.org
Wheregoes.com
WJHRO: WJHRO/
wknd-bot
Wordup-1
workona-favicon-service: workona-favicon-service/
WP Time Capsule
XY-Archive-Compliance
Yahoo Ad monitoring
YokoyGroupAG: YokoyGroupAG/
Zendesk Webhook
`,
};
