/** Endings of files that are not pages. What is not here (.html, .php, .aspx, .jsp, no ending) is one. */
export const ASSET_ENDINGS: readonly string[] = (
  'gif jpg jpeg jpe png apng webp avif svg svgz ico cur bmp tif tiff heic psd ' +
  'css scss less map js mjs cjs ts jsx wasm json jsonld json5 webmanifest manifest appcache ' +
  'woff woff2 ttf otf eot ' +
  'mp3 mp4 m4a m4v m4s m3u m3u8 mpd ogg oga ogv opus webm wav flac aac avi mov mpg mpeg wmv flv swf mkv ts vtt srt ' +
  'xml xsl xsd rss atom rdf txt csv tsv yml yaml toml ini conf log sql bak env md ' +
  'pdf doc docx xls xlsx ppt pptx odt ods odp rtf epub mobi ps ' +
  'zip gz tgz tar bz2 xz zst 7z rar jar war apk ipa exe msi dmg pkg deb rpm iso img bin dll cab asc sig md5 sha1 sha256 torrent ' +
  'flashxml class cfg dat db key pem crt'
).split(' ');

/**
 * Addresses that programs ask for, whatever their ending: feeds, remote calls, checks, and what browsers fetch on their own. Over a path in small letters; as text, for the store
 * reads it as well, whose expressions (RE2) and these are written alike.
 */
export const MACHINE_PATHS =
  '^/(?:\\.well-known|wp-json|wp-includes|wp-content|cdn-cgi|_next/(?:static|image|data)|server-status|nginx_status)(?:/|$)|^/(?:xmlrpc|wp-cron|wp-admin/admin-ajax)\\.php$|(?:^|/)(?:feeds?|rss|rss2|atom)/?$';
