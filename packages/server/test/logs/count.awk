# An independent count of an access log in Apache's combined layout, optionally with a virtual host in front (-v vhost=1).
# Knows nothing of the importer: quotes cut the line into fields, crawlers are known by words, pages by their ending.
# Prints "total NAME COUNT" and "url COUNT PATH" lines; with -v rows=1 also a line for each view and hit, its fields between tabs:
# what it is, the type of crawler, whether its agent contains one of the words of -v rule="word|word", address, time, status, bytes,
# path and agent. Runs under mawk and gawk.
BEGIN { FS = "\""; words = split(rule, word, "|") }
{
  gsub(/\\"/, "'")
  lines++
  split($1, head, " ")
  ip = vhost ? head[2] : head[1]
  split($2, request, " ")
  split($3, answer, " ")
  method = request[1]; path = request[2]; status = answer[1]; agent = tolower($6)

  seen[ip] = 1
  if (match($0, /\[[0-9][0-9]\/[A-Z][a-z][a-z]\/[0-9][0-9][0-9][0-9]/)) days[substr($0, RSTART + 1, 11)] = 1
  statuses[substr(status, 1, 1)]++
  if (method !~ /^[A-Z]+$/ || path !~ /^[\/*]/) { bad++; methods["(bad)"]++; next }
  methods[method]++

  if (agent == "" || agent == "-" || agent ~ /bot|crawl|spider|slurp|fetch|http:\/\/|https:\/\/|@|curl\/|wget|python|ruby|^java\/|perl|php|go-http|okhttp|httpclient|scan|monitor|feed|rss|reader|reeder|newsify|netnewswire|newsfire|yahoo|preview|censys|zgrab|nmap|headless|phantom|externalhit|panscient|validator|checker|aggregator|archiver|sage|liferea|winhttp|podcast|genieo|jetty|mechanize|planet|gpxe|nutch|expanse|l9explore|hello world|xfa1|axios|research|appengine|jakarta|ichiro|l9tcpid|screenshot|synapse|xenu|portscout|indy library|htmlparser|url control|protocol discovery|assetnote|imageproxy|favicon|via docs\.google|keydrop|\(compatible;\)|^mozilla\/[45]\.0$|^opera 9\.6$|^user-agent:|dts agent|robosourcer|bw\/1|537\.36 chrome|safari\/537\.3$/) {
    spiders++
    names[agent]++
    if (rows) print_row("hit", kind_of(agent))
    next
  }
  if (method != "GET") { refused["method"]++; next }
  if (status !~ /^2/ && status != 304) { refused["status"]++; next }
  sub(/[?#;].*$/, "", path)
  low = tolower(path)
  if (low ~ /\.(png|jpe?g|gif|svgz?|ico|css|js|mjs|map|json|xml|xsl|txt|webp|woff2?|ttf|eot|otf|pdf|zip|gz|tgz|bz2|rar|tar|rss|atom|rdf|mp[34]|m4a|ogg|swf|avi|mov|wmv|exe|msi|deb|rpm|iso|bin|conf|log|sql|bak|env|yml|yaml|ini|csv|md|key|pem|db|cfg|dat|sh256|torrent|doc|docx|xls|xlsx|ppt|pptx|webmanifest|wasm|avif|bmp|tiff?|psd|class|jar|img|sig|asc|md5|sha1|ts)$/ || low ~ /^\/(\.well-known|wp-json|wp-includes|wp-content|cdn-cgi)(\/|$)/ || low ~ /^\/(xmlrpc|wp-cron|wp-admin\/admin-ajax)\.php$/ || low ~ /(^|\/)(feeds?|rss2?|atom)\/?$/) { refused["asset"]++; next }
  views++
  visitors[ip] = 1
  urls[path]++
  if (rows) print_row("view", "")
}
function print_row(what, kind,    i, taken) {
  taken = 0
  for (i = 1; i <= words; i++) if (index(agent, word[i])) taken = 1
  match($0, /\[[^ ]+/)
  printf "row\t%s\t%s\t%d\t%s\t%s\t%s\t%d\t%s\t%s\n", what, kind, taken, ip, substr($0, RSTART + 1, RLENGTH - 1), status, answer[2], request[2], $6
}
# Who the crawlers of these logs are, told by hand.
function kind_of(agent) {
  if (agent ~ /bytespider|meta-externalagent/) return "ai_training"
  if (agent ~ /feedparser|feedly|feedfetcher-google|feedbin|theoldreader|tiny tiny rss|commafeed|feedburner|simplepie|flipboardrss|liferea/) return "feed"
  if (agent ~ /googlebot|google favicon|bingbot|msnbot|baiduspider|yandex|mail\.ru_bot|yahoo! slurp|daumoa|exabot|mojeekbot|nutch|voilabot|psbot|360spider|sogou|yisouspider|easouspider/) return "search_engine"
  if (agent ~ /ahrefsbot|semrushbot|mj12bot|ezooms|; bw\/|netcraft|xenu|magpie-crawler|wpbot/) return "seo_tool"
  if (agent ~ /facebookexternalhit|twitterbot|bingpreview|embedly|flipboardproxy|google web preview|googleimageproxy/) return "social_preview"
  if (agent ~ /censys|zgrab|palo alto networks|internetmeasurement|getodin|assetnote|cypex|binlar/) return "security_scanner"
  if (agent ~ /changedetection/) return "monitor"
  if (agent ~ /^(curl|wget|python|lwp|ruby$|go-http|okhttp|apache-httpclient|custom-asynchttpclient|htmlparser|irssiurllog|robosourcer|portscout)|indy library/) return "library"
  return "other"
}
END {
  print "total lines " lines + 0
  print "total visits " views + 0
  print "total spider_hits " spiders + 0
  print "total not_a_log_line " bad + 0
  for (reason in refused) print "total " reason " " refused[reason]
  n = 0; for (ip in visitors) n++; print "total visit_ips " n
  n = 0; for (ip in seen) n++; print "total distinct_ips " n
  n = 0; for (day in days) n++; print "total days " n
  for (s in statuses) print "total status_" s " " statuses[s]
  for (m in methods) print "total method_" m " " methods[m]
  for (url in urls) print "url " urls[url] " " url
  if (list) for (agent in names) print "crawler " names[agent] " " agent
}
