import type { EngineEntry, SiteEntry } from './referrer-lists.js';

/** Names of the lists that this product spells otherwise. Source: DEFINITIONS, "search-engine referrer count". */
export const NAMES: ReadonlyMap<string, string> = new Map([
  ['360search', '360'],
  ['Haosou', '360'],
  ['sm.cn', 'Shenma'],
  ['Yahoo!', 'Yahoo'],
  ['Yahoo! Japan', 'Yahoo Japan'],
  ['StartPage', 'Startpage'],
  ['Deepseek', 'DeepSeek'],
  ['Baidu AI', 'ERNIE Bot'],
  ['Ozone', 'QZone'],
  ['Vkontakte', 'VK'],
]);

/**
 * Engines that the lists lack, and the hosts of listed ones whose pages today send no more than their origin. Same columns;
 * these are asked before the lists.
 */
export const MORE_ENGINES: readonly EngineEntry[] = [
  ['Baidu', 'm.baidu.com www.baidu.com wap.baidu.com', 'wd word kw', 'gb18030', '/ /\\/link\\?/ /\\/from=/ /\\/s\\?/'],
  ['Baidu Images', 'image.baidu.com', 'word wd', 'gb18030', '/'],
  ['360', 'www.so.com m.so.com so.com so.360.cn www.sou.com', 'q', 'gb18030', '/ /\\/link\\?/'],
  ['Sogou', 'www.sogou.com m.sogou.com wap.sogou.com sogou.com', 'query keyword', 'gb18030', '/ /\\/link\\?/'],
  ['Shenma', 'm.sm.cn so.m.sm.cn yz.m.sm.cn quark.sm.cn sm.cn', 'q', '', '/'],
  ['Toutiao', 'so.toutiao.com m.toutiao.com/search www.toutiao.com/search', 'keyword', '', '/ /\\/search/'],
  ['Douyin Search', 'so.douyin.com', 'keyword', '', '/'],
  ['Quark', 'ai.quark.cn www.quark.cn', 'q', '', '/ /\\/s/'],
  ['Bing', 'cn.bing.com www.bing.com www4.bing.com bing.com', 'q Q', '', '/ /\\/ck\\/a/'],
  ['Yandex', 'yandex.ru yandex.com yandex.{} ya.ru', 'text', '', '/ /\\/clck\\// /\\/search\\//'],
  // The frame around a picture that was opened from Google's image search.
  ['Google', 'google.com/blank.html google.{}/blank.html', 'q', '', '/.*/'],
  ['Yandex Images', 'yandex.ru/images yandex.com/images yandex.{}/images', 'text', '', '/.*/'],
  ['Naver', 'search.naver.com m.search.naver.com', 'query', '', '/'],
  ['Daum', 'search.daum.net m.search.daum.net', 'q', '', '/'],
  ['Yahoo', 'search.yahoo.com {}.search.yahoo.com r.search.yahoo.com', 'p', '', '/.*/'],
  ['Yahoo Japan', 'search.yahoo.co.jp', 'p', '', '/'],
  ['DuckDuckGo', 'duckduckgo.com html.duckduckgo.com lite.duckduckgo.com', 'q', '', '/ /\\/l\\//'],
  ['Ecosia', 'www.ecosia.org ecosia.org', 'q', '', '/'],
  ['Brave', 'search.brave.com', 'q', '', '/'],
  ['Qwant', 'www.qwant.com lite.qwant.com', 'q', '', '/'],
  ['Startpage', 'www.startpage.com startpage.com', 'query q', '', '/'],
  ['Kagi', 'kagi.com', 'q', '', '/'],
  ['Seznam', 'search.seznam.cz', 'q', '', '/'],
  ['Cốc Cốc', 'coccoc.com www.coccoc.com', 'query q', '', '/'],
  ['Mojeek', 'www.mojeek.com', 'q', '', '/'],
  ['Swisscows', 'swisscows.com', 'query', '', '/'],
  ['Petal Search', 'petalsearch.com www.petalsearch.com', 'query', '', '/'],
  ['Presearch', 'presearch.com presearch.org', 'q', '', '/'],
  ['Marginalia', 'search.marginalia.nu marginalia-search.com', 'query', '', '/'],
];

/** Assistants that the lists lack; sub-domains belong to them too. */
export const MORE_ASSISTANTS: readonly SiteEntry[] = [
  ['ChatGPT', 'chatgpt.com chat.openai.com com.openai.chatgpt'],
  ['Copilot', 'copilot.microsoft.com copilot.cloud.microsoft m365.cloud.microsoft bing.com/chat www.bing.com/chat edgeservices.bing.com'],
  ['DeepSeek', 'deepseek.com'],
  ['Doubao', 'doubao.com'],
  ['Kimi', 'kimi.com kimi.ai kimi.moonshot.cn'],
  ['Yuanbao', 'yuanbao.tencent.com'],
  ['Qwen', 'qwen.ai qwenlm.ai tongyi.com qianwen.com tongyi.aliyun.com qianwen.aliyun.com'],
  ['ERNIE Bot', 'ernie.baidu.com chat.baidu.com wenxin.baidu.com'],
  ['ChatGLM', 'chatglm.cn chat.z.ai'],
  ['Metaso', 'metaso.cn'],
  ['Nami', 'n.cn bot.n.cn'],
  ['MiniMax', 'hailuoai.com chat.minimax.io agent.minimax.io'],
  ['Spark', 'xinghuo.xfyun.cn'],
  ['Gemini', 'gemini.google.com bard.google.com aistudio.google.com com.google.android.apps.bard'],
  ['Perplexity', 'perplexity.ai ai.perplexity.app.android'],
  ['Claude', 'claude.ai com.anthropic.claude'],
  ['Le Chat', 'chat.mistral.ai'],
  ['Grok', 'grok.com grok.x.ai'],
  ['Poe', 'poe.com'],
  ['Phind', 'phind.com'],
  ['Genspark', 'genspark.ai'],
  ['Felo', 'felo.ai'],
  ['Andi', 'andisearch.com'],
  ['HuggingChat', 'huggingface.co/chat'],
  ['Manus', 'manus.im'],
];

/** Networks that the lists lack; sub-domains belong to them too. */
export const MORE_NETWORKS: readonly SiteEntry[] = [
  ['Zhihu', 'zhihu.com'],
  ['Weibo', 'weibo.cn'],
  ['Xiaohongshu', 'xiaohongshu.com xhslink.com'],
  ['Kuaishou', 'kuaishou.com'],
  ['Toutiao', 'toutiao.com'],
  ['Baidu Tieba', 'tieba.baidu.com'],
  ['Juejin', 'juejin.cn'],
  ['CSDN', 'csdn.net'],
  ['Lemmy', 'lemmy.world lemmy.ml'],
  ['Lobsters', 'lobste.rs'],
  ['Dev.to', 'dev.to'],
  ['Medium', 'medium.com'],
  ['Quora', 'quora.com'],
  ['WhatsApp', 'whatsapp.com wa.me com.whatsapp'],
  ['Telegram', 't.me telegram.me'],
  ['KakaoTalk', 'story.kakao.com'],
  ['LINE', 'line.me'],
];
