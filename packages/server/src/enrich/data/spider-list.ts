import type { SpiderType } from '@footfall/contract';

/**
 * Well-known crawlers, one to a line: `Name`, or `Name: keyword, keyword`. A name alone is its own keyword. The order within a type is by
 * weight. Facts (which agent belongs to whom) from the operators' own pages and, under MIT, from monperrus/crawler-user-agents@7c7f9f254f16,
 * arcjet/well-known-bots@0637e27abef5 and ai-robots-txt/ai.robots.txt@738c80df2169.
 */
export const SPIDER_LIST: Readonly<Record<SpiderType, string>> = {
  search_engine: `
Googlebot: Googlebot/, compatible; Googlebot
Googlebot-Image
Googlebot-News
Googlebot-Video
Googlebot-Mobile
Google-InspectionTool
Google StoreBot: Storebot-Google
Google Site Verification: Google-Site-Verification
Google APIs: APIs-Google
Google Favicon
Google Read Aloud: Google-Read-Aloud
Google Safety: Google-Safety
Google Producer: GoogleProducer
GoogleOther
Bingbot: bingbot
MSNBot: msnbot
Adidxbot
Baiduspider: Baiduspider, BaiduMobaider
Baiduspider-image
Baiduspider-video
Baiduspider-news
Baiduspider-favo
Baiduspider-cpro
Baiduspider-ads
Baiduspider-render
360Spider: 360Spider, HaosouSpider, Haosoubot
360Spider-Image
360Spider-Video
Sogou: Sogou web spider, Sogou inst spider, Sogou Spider, Sogou-Test-Spider, Sogou Orion spider, Sogou blog, Sogou head spider, Sogou in, New-Sogou-Spider
Sogou Pic Spider
Sogou News Spider
Sogou Video Spider
Shenma: YisouSpider
ToutiaoSpider
Sosospider: Sosospider, Sosoimagespider
YoudaoBot
EasouSpider
Jikespider: JikeSpider
YodaoBot
ChinasoSpider
iAskSpider: iaskspider/1
YandexBot
YandexImages
YandexVideo
YandexMedia
YandexBlogs
YandexNews
YandexMetrika
YandexMobileBot
YandexAccessibilityBot
YandexRenderResourcesBot
YandexWebmaster
YandexPagechecker
YandexFavicons
YandexDirect: YandexDirect, YaDirectFetcher
YandexMarket
YandexCalendar
YandexSitelinks
YandexOntoDB
YandexTurbo
YandexTracker
YandexUserproxy
YandexScreenshotBot
YandexVertis: YandexVertis, YandexVerticals, YandexSearchShop, YandexSpravBot, YandexForDomain, YandexPartner
Mail.RU_Bot
Rambler: StackRambler, top100.rambler.ru
Applebot
DuckDuckBot
DuckDuckGo Favicons: DuckDuckGo-Favicons-Bot
Yahoo! Slurp: Yahoo! Slurp, Slurp/, slurp@inktomi
Yahoo! Japan: Y!J-, Y!J
YahooCacheSystem
YahooSeeker
Naver Yeti: Yeti/, NaverBot, Yeti-Mobile
Daum: Daumoa, Daum/, Daum-Image
Zum: ZumBot
SeznamBot: SeznamBot, SeznamHomepageCrawler
Coc Coc: coccocbot, coccoc/, imagecoccoc
PetalBot: PetalBot, AspiegelBot
Qwantify: Qwantify, Qwantbot, Qwant-news
Exabot: Exabot/, Exabot-, Exabot;
MojeekBot
Bravebot: Bravebot, Kagibot
Swisscows
Seekport
Startpage: StartpagePrivateImageProxy
Mwmbl: mwmbl
Marginalia: search.marginalia.nu, marginalia.nu
Stract: StractBot
AlexandriaOrgBot
Yacy: yacybot
Gigablast: Gigabot, GigablastOpenSource
Wotbox
Nutch
Teoma: Teoma, Ask Jeeves
FAST: FAST-WebCrawler, FAST Enterprise Crawler
Voila: VoilaBot
OrangeBot
IstellaBot
Cliqzbot
FindX: Findxbot
DeuSu
Entireweb: Speedy Spider, Entireweb
Ichiro: ichiro/, ichiro/mobile
ScoutJet
Blekko: Blekkobot
Amazonbot
Yioop: YioopBot
IbouBot
OWLer: Owler@ows.eu, Owler (ows.eu, OWLer/
Neevabot
Indeed: IndeedBot, IndeedJobBot
Jooble: Jooblebot
Trovit: trovitBot
AddSearch: AddSearchBot
Algolia: Algolia Crawler
Coveo: Coveobot
Picsearch: psbot/, psbot-
`,
  ai_training: `
GPTBot
ClaudeBot: ClaudeBot, anthropic-ai, Claude-Web
Google-Extended
GoogleOther-Image
CCBot: CCBot, commoncrawl.org
Bytespider
TikTokSpider
Meta-ExternalAgent: meta-externalagent
FacebookBot
Applebot-Extended
bedrockbot
cohere-ai: cohere-ai, cohere-training-data-crawler
AI2Bot
DeepSeekBot
ChatGLM-Spider
PanguBot
Diffbot
ImagesiftBot
img2dataset
LAION: LAIONDownloader, laion-huggingface-processor
Omgili: omgili
Webz.io: webzio
Timpibot
SBIntuitionsBot
YandexAdditional: YandexAdditionalBot, YandexAdditional
Kangaroo Bot
Cotoyogi
ICC-Crawler
FriendlyCrawler
VelenPublicWebCrawler
Spawning-AI
The Knowledge AI
Crawlspace
imageSpider
Brightbot
Apify: ApifyBot, ApifyWebsiteContentCrawler
Firecrawl
Crawl4AI: crawl4ai
NovellumAI: Novellum
`,
  ai_search: `
OAI-SearchBot
PerplexityBot
Claude-SearchBot
DuckAssistBot
YouBot
Andibot
Amzn-SearchBot
Azure AI Search: AzureAI-SearchBot
Amazon Kendra: amazon-kendra, KendraBot
Google CloudVertexBot: Google-CloudVertexBot, CloudVertexBot
ExaSearchBot
LinkupBot
TavilyBot
PhindBot
iAsk: iAskBot, iaskspider/2
LinerBot
meta-webindexer
Cloudflare AutoRAG: Cloudflare-AutoRAG
Channel3Bot
QueritBot: QueritBot, Querit-SearchBot
ZanistaBot
AISearchBot
aiHitBot
Anomura
`,
  ai_assistant: `
ChatGPT-User: ChatGPT-User, ChatGPT Agent
Claude-User: Claude-User, Claude-Code
Perplexity-User: Perplexity-User, PerplexityUser
Google-NotebookLM: Google-NotebookLM, NotebookLM
Gemini-Deep-Research
Google-Agent: Google-Agent, GoogleAgent-Mariner, GoogleAgent-URLContext, Google-Gemini-CLI
MistralAI-User
Meta-ExternalFetcher: meta-externalfetcher
Amzn-User: Amzn-User, amazon-QBusiness, AmazonBuyForMe
NovaAct
Kimi-User
TongyiBot
YiyanBot
kagi-fetcher
Manus-User
Devin: Devin/
opencode: opencode-smartfetch
AI2Bot-DeepResearchEval
QuillBot
bigsur.ai
Amazon Bedrock AgentCore: Amazon-Bedrock-AgentCore
Anchor Browser
QualifiedBot
Poggio-Citations
TwinAgent
`,
  seo_tool: `
AhrefsBot
AhrefsSiteAudit
SemrushBot
SemrushBot-SA: SemrushBot-SA, SiteAuditBot
SemrushBot-OCOB
SemrushBot-SWA
MJ12bot
DotBot
Rogerbot: rogerbot
BLEXBot
DataForSeoBot
SISTRIX: SISTRIX Crawler, SISTRIX Optimizer
SEOkicks
SEO PowerSuite: SEO-PowerSuite-bot
Barkrowler
serpstatbot
Screaming Frog: Screaming Frog SEO Spider
OnCrawl: OnCrawl/, oncrawl.com
Botify
DeepCrawl: deepcrawl
Sitebulb: sitebulb
ContentKing: contentkingapp
Ryte: RyteBot, OnPageBot
Seobility: SeobilityBot
Seolyzer: Seolyzer, SEOlizer
SE Ranking: SE Ranking bot, SERankingBacklinksBot, SERankingBot
Seomator: SEOmator
SeoSiteCheckup
Majestic: MajesticSEO
Linkdex: linkdexbot, linkdex.com
LinkpadBot
Lipperhey
MegaIndex: MegaIndex.ru
XoviBot: XoviBot, XoviOnpageCrawler
spbot
SearchmetricsBot
Alexa: alexa site audit, Alexabot/
Awario: AwarioBot, AwarioSmartBot
BrightEdge: BrightEdge Crawler
Dataprovider: Dataprovider.com
domaincrawler
DomainStatsBot
Ezooms
BacklinkCrawler
NetpeakChecker: NetpeakCheckerBot, Netpeak
PR-CY
Mixrank: MixrankBot
BuiltWith: BuiltWith, compatible; BW/
Wappalyzer: wappalyzer
Netcraft Survey: NetcraftSurveyAgent, Netcraft Web Server Survey
WebCEO: online-webceo-bot, WebCEO Online
Xenu: Xenu Link Sleuth
ZoominfoBot
keys.so: keys-so-bot
CognitiveSEO: cognitiveSEO, cognitiveseo.com
t3versionsBot
MetaJobBot
netEstate: netEstate NE Crawler, netEstate Imprint Crawler
James BOT
woorankreview
HubSpot Crawler
YextBot
Diggdeeper: Digg Deeper
Trendiction: trendictionbot
Meltwater: MeltwaterNews, magpie-crawler
Brandwatch
Moreover
Mediatoolkit: Mediatoolkitbot
Pandalytics
MauiBot
SurdotlyBot
ev-crawler
e.ventures: e.ventures Investment Crawler
IonCrawl
WebMeUp: WebmeupBot
`,
  social_preview: `
Facebook: facebookexternalhit, Facebot
Twitterbot
LinkedInBot: LinkedInBot, LinkedInBot/1.0 (compatible; Mozilla/5.0
Pinterestbot: Pinterestbot, pinterest.com/bot
WhatsApp: WhatsApp/
TelegramBot
Discordbot
Slackbot: Slackbot, Slack-ImgProxy
Skype: SkypeUriPreview
Microsoft Teams: MicrosoftPreview/, Microsoft-Teams-Link, SkypeSpaces
BingPreview
iMessage: facebookexternalhit/1.1 Facebot Twitterbot
redditbot
vkShare: vkShare, VKRobot
Odnoklassniki: OdklBot
Line: Linespider, facebookexternalhit/1.1;line-poker, line-poker
KakaoTalk: kakaotalk-scrap
Mastodon: Mastodon/, http.rb/
Bluesky: Bluesky Cardyb, BlueskyPreviewBot
Lemmy: Lemmy/
Misskey: SummalyBot, Misskey/
Friendica
Pleroma: Pleroma, Akkoma
Embedly
GitHub Camo: github-camo
Iframely
Tumblr: Tumblr/
Snapchat: Snap URL Preview Service, SnapURLPreview
Viber: Viber/
Signal: Signal-Desktop, SignalBot
Flipboard: FlipboardProxy
Valve Steam: Valve/Steam
Google Web Preview: Google Web Preview, developers.google.com/+/web/snippet, Google-PageRenderer
Google Image Proxy: GoogleImageProxy
Yahoo Link Preview: Yahoo Link Preview, YahooMailProxy
Tweetmeme: TweetmemeBot
bitlybot
Hatena: Hatena Antenna, Hatena-Favicon, Hatena Bookmark, HatenaBookmark, Hatena::
AddThis: AddThis.com robot
Quora: Quora-Bot, Quora Link Preview
Notion: NotionEmbedder
DingTalk: DingTalkBot-LinkService, DingTalkBot
Lark: LarkUrl2Meta
Matrix Synapse: Synapse (bot
Keybase: KeybaseBot
GroupMe: GroupMeBot
Mattermost: Mattermost-Bot
Discourse: Discourse Forum Onebox
XING: XING-contenttabreceiver, Xing Bot
Evernote: EvernoteRichLinkBot
Buffer: BufferLinkPreviewBot
OpenGraph.io
`,
  monitor: `
UptimeRobot
Pingdom: Pingdom, PingdomPageSpeed
StatusCake
Site24x7
Uptime-Kuma
Better Uptime: Better Uptime Bot, BetterUptimeBot, Better Stack
Uptimebot: Uptimebot.org, UptimeBot/
Uptime.com: www.uptime.com
Checkly
Datadog: DatadogSynthetics, Datadog/Synthetics, Datadog Agent, Datadog Synthetic
New Relic: NewRelicSynthetics, NewRelicbot, NewRelicPinger
Dynatrace: RuxitSynthetic
Catchpoint
ThousandEyes
AppDynamics
Freshping: FreshpingBot
HetrixTools
NodePing
Updown.io: updown.io
OhDear
Hydrozen: Hydrozen.io
NIXStats: NIXStatsbot
Monitis: monitis -
Panopta
Montastic: montastic-monitor
GTmetrix
WebPageTest: PTST/
Lighthouse: Chrome-Lighthouse
PageSpeed: Google Page Speed Insights, PageSpeed/
DareBoost
Google Stackdriver: GoogleStackdriverMonitoring
Amazon Route 53: Amazon-Route53-Health-Check, Amazon Route 53 Health Check
AWS ELB: ELB-HealthChecker
Google Health Check: GoogleHC/
Kubernetes: kube-probe
Azure: Azure Traffic Manager, AppInsights
Cloudflare: CloudFlare-AlwaysOnline, Cloudflare-Healthchecks, Cloudflare-Traffic-Manager, Cloudflare-Prefetch
Zabbix
Nagios: check_http
Icinga
PRTG: PRTG Network Monitor, PRTGCloudBot
Sentry Uptime: SentryUptimeBot
Blackbox Exporter: Blackbox Exporter, Blackbox-Exporter
Vigil: Vigil/
Monit: monit/
changedetection
Visualping: VisualPing
Distill: Distill-
Baidu YunGuanCe: Baidu-YunGuanCe
JianKongBao: jiankongbao
CheckHost: Check-Host, CheckHost
Host-Tracker: HostTracker
Site Checker: SiteCheckerBotCrawler, FreeWebMonitoring SiteChecker
W3C Validator: W3C_Validator, Validator.nu, FeedValidator, W3C_CSS_Validator, W3C_Unicorn, W3C-mobileOK, W3C_I18n-Checker, W3C-checklink
Dead Link Checker: deadlinkchecker, Dead Link Checker
LinkChecker: LinkChecker/
Jetmon: jetmon, Jetpack by WordPress.com
OneTrust
Cookiebot
Cookie scanners: CookieHubScan, CookieYesbot
WormlyBot
Websitepulse
uptrends: Uptrends
Rigor: Rigor)
Monsidobot
Siteimprove: Siteimprove.com, SiteimproveBot, SiteCheck-sitecrawl
Dubbotbot
`,
  feed: `
Feedly: Feedly, feedly.com/fetcher
Feedfetcher-Google
Feedbin
Inoreader: inoreader
NewsBlur
The Old Reader: theoldreader.com
Miniflux
FreshRSS
Tiny Tiny RSS
CommaFeed
Netvibes
Superfeedr
FeedBurner
Feedspot: Feedspot, feedspot.com/fs/fetcher
Naver Blog Rssbot: NAVER Blog Rssbot
AwarioRssBot
BazQux
Bloglovin
SimplePie
MagpieRSS
NetNewsWire
Feeder.co: feeder.co
FlipboardRSS
Blogtrottr
Nextcloud News: NextCloud-News, Nextcloud News
Newsboat: newsboat/, newsbeuter
Liferea
RSSOwl
Akregator
QuiteRSS
Selfoss: SelfOSS
RSSBot: RSSingBot, rssbot
Apple iTMS: iTMS/, iTMS
Apple Podcasts: AppleCoreMedia-Podcast, Podcasts/
Overcast: Overcast/
PocketCasts
Podchaser: PodchaserParser
dlvr.it
`,
  security_scanner: `
Censys: CensysInspect
Shodan
ZGrab: zgrab
Nmap: Nmap Scripting Engine
Masscan: masscan
Nikto
sqlmap
Nuclei: Nuclei -
WPScan
Acunetix
Nessus
OpenVAS
Qualys
Burp: Burp Suite, BurpSuite
DirBuster
Gobuster: gobuster
ffuf: Fuzz Faster U Fool, ffuf/
feroxbuster
WhatWeb
Arachni
Netsparker
w3af: w3af.org
ZAP: OWASP ZAP
Jorgee
ZmEu
Morfeus
Expanse: expanseinc.com, Expanse indexes, Palo Alto Networks company
Palo Alto Cortex: Cortex Xpanse, Cortex-Xpanse
InternetMeasurement
LeakIX: l9explore, l9scan, l9tcpid, LeakIX
NetSystemsResearch
BinaryEdge
BitSightBot
Detectify
Sucuri
VirusTotal: virustotal
ltx71
Odin: getodin.com
Project Discovery: projectdiscovery
CyberOK: CyberOKInspect
Driftnet
ZoomEye: zoomeye
AliyunSecBot: AliyunSecBot, Alibaba.Security
Netcraft SSL: Netcraft SSL Server Survey
SSL Labs
SecurityHeaders
Hardenize
TLS probers: TLSProber, TLS tester
Modat: ModatScanner
UT-Dorkbot
Cloudflare Radar: CloudflareRadarURLScanner, Cloudflare-Radar-Scanner
WanscannerBot
watchTowr
Assetnote: Assetnote/
Hello World: Hello World/
GPON exploit: r00ts3c
Mozi botnet: Mozi.
Safe browsing: SafeDNSBot, LightspeedSystemsCrawler
RepoLookoutBot
ISSCyberRiskCrawler
visionheight: visionheight.com/scan
`,
  library: `
curl: curl/
Wget: Wget/, GNU Wget
python-requests
Python-urllib
aiohttp: aiohttp/
httpx: python-httpx
Scrapy
Go-http-client
Apache-HttpClient: Apache-HttpClient, Apache-HttpAsyncClient
Commons-HttpClient: Jakarta Commons-HttpClient, Commons-HttpClient
okhttp: okhttp/
AsyncHttpClient: AHC/, CustomAsyncHttpClient
Java: HttpUrlConnection, Java-http-client
libwww-perl
LWP: lwp-request, lwp-trivial, LWP::Simple
PHP-Curl: PHP-Curl-Class
Guzzle: GuzzleHttp
Symfony HttpClient: Symfony HttpClient, Symfony BrowserKit
axios: axios/
node-fetch
got: sindresorhus/got
undici
SuperAgent: node-superagent
Ruby: rest-client/, Faraday v, httparty
Mechanize: WWW-Mechanize, Mechanize/
reqwest: reqwest/
HTTPie
Postman: PostmanRuntime
Insomnia: insomnia/
PowerShell: WindowsPowerShell, PowerShell/
WinHTTP: WinHTTP, WinHttp.WinHttpRequest
RestSharp
.NET: .NET Framework HttpClient
Dart: Dart/
Deno: Deno/
libcurl: libcurl-agent, curl_easy
cpp-httplib
HTTrack
Colly: colly -
crawler4j
Pcore-HTTP
Jersey: Jersey/
Jetty: Jetty/
Unirest: unirest-java
Typhoeus
EventMachine: EventMachine HttpClient, AnyEvent-HTTP
Delphi Synapse: compatible; Synapse
Embarcadero: Embarcadero URI Client
Indy Library
fasthttp
Trafilatura
newspaper: newspaper/
WordPress: WordPress/
Drupal: Drupal (+http
MediaWiki: MediaWiki/
Debian APT: Debian APT-HTTP
Microsoft BITS
WebDAV: Microsoft-WebDAV-MiniRedir, gvfs/, davfs2, WebDAVLib
`,
  other: `
Internet Archive: archive.org_bot, ia_archiver, Wayback, special_archiver
Archive-It
ArchiveBot: ArchiveTeam ArchiveBot, ArchiveBot/
ArchiveBox
Arquivo: Arquivo-web-crawler, ArquivoBot
Heritrix: heritrix
BnF: bnf.fr_bot, BnFBot
British Library: bl.uk_lddc_bot, bl.uk_ldfc_bot
Semantic Scholar: SemanticScholarBot
Turnitin
BUbiNG
Zotero: ZoteroTranslationServer
Citoid
Meta ads: meta-externalads, facebookcatalog
Google Ads: AdsBot-Google, Google-Adwords, Google-Ads-
Google AdsBot Mobile: AdsBot-Google-Mobile
Google AdSense: Mediapartners-Google, Mediapartners (Googlebot)
Criteo: CriteoBot
Grapeshot: GrapeshotCrawler
IAS: IAS crawler
Comscore: proximic
Outbrain: outbrain
Taboola: Taboolabot
Pulsepoint
Peer39: peer39_crawler
Admantx: ADmantX
Quantcast: Quantcastbot
The Trade Desk: TTD-Content
Adbeat: adbeat_bot
AdsTxtCrawler
CrunchBot: CrunchBot/
Scrunchbot: Scrunchbot/
Headless Chrome: HeadlessChrome
PhantomJS
Playwright: Playwright/
Puppeteer
Selenium
Splash: splash Version/
SlimerJS
HtmlUnit
Cypress: Cypress/
Prerender: Prerender (+
Rendertron
Ghost Inspector
Vercel: vercel-screenshot, Vercelbot
Amazon CloudFront
Twilio: TwilioProxy
Stripe: Stripe/, Stripebot
IFTTT
Zapier
Mailchimp: MailChimp
Shopify: Shopify-Captain-Hook
Google Apps Script: Google-Apps-Script
Google AppEngine: AppEngine-Google
Google Docs: GoogleDocs, via docs.google.com
SiteSucker
Teleport Pro
WebCopier
WebZIP
Offline Explorer
PiplBot
`,
};
