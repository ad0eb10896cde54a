import { describe, expect, it } from 'vitest';
import { startDraft } from '../../src/enrich/draft.js';
import { createReferrerReader } from '../../src/enrich/referrer.js';
import { campaignStep } from '../../src/enrich/steps/campaign.js';
import { referrerStep } from '../../src/enrich/steps/referrer.js';
import { arrival } from './arrivals.js';

const read = createReferrerReader();
const step = referrerStep(read);

describe('the referrer', () => {
  it.each([
    ['https://www.baidu.com/s?wd=%E8%B6%B3%E8%BF%B9&rsv=1', 'search', 'Baidu', '足迹'],
    ['http://www.baidu.com/s?wd=%D7%E3%BC%A3', 'search', 'Baidu', '足迹'],
    ['https://www.baidu.com/link?url=q1w2e3', 'search', 'Baidu', ''],
    ['https://m.baidu.com/', 'search', 'Baidu', ''],
    ['https://www.so.com/s?q=footfall', 'search', '360', 'footfall'],
    ['https://www.sogou.com/web?query=footfall', 'search', 'Sogou', 'footfall'],
    ['https://m.sm.cn/s?q=footfall', 'search', 'Shenma', 'footfall'],
    ['https://m.sm.cn/s?q=', 'search', 'Shenma', ''],
    ['https://www.facebook.com/', 'social', 'Facebook', ''],
    ['https://www.facebook.com/search/?q=tea', 'search', 'Facebook', 'tea'],
    ['https://so.toutiao.com/search?keyword=footfall', 'search', 'Toutiao', 'footfall'],
    ['https://www.google.com/', 'search', 'Google', ''],
    ['https://www.google.cat/search?q=te', 'search', 'Google', 'te'],
    ['https://www.google.co.uk/search?q=Shoe+Shop&hl=en', 'search', 'Google', 'shoe shop'],
    ['https://www.google.com.hk/search?q=a&tbm=isch', 'search', 'Google Images', 'a'],
    ['http://www.google.de/imgres?imgurl=http://x/y.png&prev=/search%3Fq%3Drage%2Bface%26hl%3Den', 'search', 'Google Images', 'rage face'],
    ['http://www.google.com/url?sa=t&q=http%3A%2F%2Fshop.example%2F', 'search', 'Google', 'http://shop.example/'],
    ['android-app://com.google.android.googlequicksearchbox/', 'search', 'Google', ''],
    ['https://www.bing.com/search?q=a%20b', 'search', 'Bing', 'a b'],
    ['https://cn.bing.com/', 'search', 'Bing', ''],
    ['https://www.bing.com/images/search?q=a', 'search', 'Bing Images', 'a'],
    ['https://cn.bing.com/images/search', 'search', 'Bing Images', ''],
    ['https://m.ok.ru/dk?st.cmd=x', 'social', 'Odnoklassniki', ''],
    ['https://book.ru/', 'link', '', ''],
    ['https://pin.it/3abc', 'social', 'Pinterest', ''],
    ['https://someone.substack.com/p/x', 'social', 'Substack', ''],
    ['https://yandex.ru/search/?text=%D0%B4%D0%BE%D0%BC', 'search', 'Yandex', 'дом'],
    ['https://search.naver.com/search.naver?query=abc', 'search', 'Naver', 'abc'],
    ['https://de.search.yahoo.com/search?p=abc', 'search', 'Yahoo', 'abc'],
    ['https://duckduckgo.com/', 'search', 'DuckDuckGo', ''],
    ['https://www.ecosia.org/search?q=tree', 'search', 'Ecosia', 'tree'],
    ['https://www.seznam.cz/', 'link', '', ''],
    ['https://www.cnn.com/', 'link', '', ''],
    ['https://mail.google.com/mail/u/0/', 'link', '', ''],
    ['https://docs.google.com/document/d/1', 'link', '', ''],
    ['https://chatgpt.com/', 'ai', 'ChatGPT', ''],
    ['https://www.perplexity.ai/search/abc', 'ai', 'Perplexity', ''],
    ['https://gemini.google.com/app', 'ai', 'Gemini', ''],
    ['https://claude.ai/chat/1', 'ai', 'Claude', ''],
    ['https://copilot.microsoft.com/', 'ai', 'Copilot', ''],
    ['https://www.bing.com/chat?q=abc', 'ai', 'Copilot', ''],
    ['https://chat.deepseek.com/', 'ai', 'DeepSeek', ''],
    ['https://www.doubao.com/chat/', 'ai', 'Doubao', ''],
    ['https://kimi.moonshot.cn/', 'ai', 'Kimi', ''],
    ['https://x.com/i/grok?conversation=1', 'ai', 'Grok', ''],
    ['https://x.com/somebody/status/1', 'social', 'Twitter', ''],
    ['https://t.co/abc', 'social', 'Twitter', ''],
    ['https://old.reddit.com/r/shoes', 'social', 'reddit', ''],
    ['https://l.facebook.com/l.php?u=x', 'social', 'Facebook', ''],
    ['https://weibo.com/1', 'social', 'Weibo', ''],
    ['https://www.zhihu.com/question/1', 'social', 'Zhihu', ''],
    ['https://blog.example.org/post?q=google.com', 'link', '', ''],
    ['https://google.com.evil.example/search?q=x', 'link', '', ''],
    ['https://notbaidu.com/s?wd=x', 'link', '', ''],
    ['android-app://com.google.android.googlequicksearchbox/', 'search', 'Google', ''],
    ['android-app://com.baidu.searchbox/', 'search', 'Baidu', ''],
    ['android-app://com.facebook.katana/', 'social', 'Facebook', ''],
    ['android-app://com.tencent.mm/', 'social', 'WeChat', ''],
    ['android-app://com.deepseek.chat/', 'ai', 'DeepSeek', ''],
    ['android-app://com.example.reader/', 'link', '', ''],
    ['https://www.baidu.com/search/spider.htm', 'search', 'Baidu', ''],
    ['https://__proto__/constructor', 'link', '', ''],
  ])('%s', (referrer, channel, name, term) => {
    const { visit } = step(startDraft(arrival({ referrer })));
    expect(visit).toMatchObject({ referer: referrer, channel, referer_name: name, search_term: term });
    expect(visit.referer_host).toBe(new URL(referrer).hostname);
  });

  it.each(['', '-', 'https://shop.example/basket', 'https://www.shop.example/', 'about:blank', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'no url', 'http://', '//x/y'])(
    '%j is no referrer',
    (referrer) => {
      expect(step(startDraft(arrival({ referrer }))).visit).toMatchObject({ referer: '', referer_host: '', channel: 'direct', referer_name: '', search_term: '' });
    },
  );
});

describe('the campaign', () => {
  const visit = (url: string, referrer = '') => campaignStep(step(startDraft(arrival({ url, referrer })))).visit;

  it.each([
    ['?utm_source=news&utm_medium=mail&utm_campaign=spring%20sale', 'news', 'mail', 'spring sale', 'campaign', ''],
    ['?a=1&utm_source=a+b#utm_source=c', 'a b', '', '', 'campaign', ''],
    ['?gclid=1', 'google', 'cpc', '', 'campaign', ''],
    ['?gclid=1&utm_source=own', 'own', '', '', 'campaign', ''],
    ['?msclkid=1', 'bing', 'cpc', '', 'campaign', ''],
    ['?bd_vid=1', 'baidu', 'cpc', '', 'campaign', ''],
    ['?fbclid=1', '', '', '', 'social', 'Facebook'],
    ['?utm_source=chatgpt.com', 'chatgpt.com', '', '', 'ai', 'ChatGPT'],
    ['?x=utm_source=no', '', '', '', 'direct', ''],
    ['?utm_source=%FF%FE', '%FF%FE', '', '', 'campaign', ''],
    ['?utm_source', '', '', '', 'direct', ''],
    ['?__proto__=1&constructor=2', '', '', '', 'direct', ''],
    ['', '', '', '', 'direct', ''],
  ])('https://shop.example/%s', (query, source, medium, campaign, channel, name) => {
    expect(visit(`https://shop.example/${query}`)).toMatchObject({ utm_source: source, utm_medium: medium, utm_campaign: campaign, channel, referer_name: name });
  });

  it('never takes a visit away from the search engine that sent it', () => {
    expect(visit('https://shop.example/?gclid=1&utm_source=x', 'https://www.google.com/')).toMatchObject({ channel: 'search', referer_name: 'Google', utm_source: 'x' });
    expect(visit('https://shop.example/?utm_source=x', 'https://chatgpt.com/')).toMatchObject({ channel: 'ai', referer_name: 'ChatGPT' });
    expect(visit('https://shop.example/?utm_source=x', 'https://blog.example.org/')).toMatchObject({ channel: 'campaign', referer: 'https://blog.example.org/' });
    expect(visit('https://shop.example/?fbclid=x', 'https://blog.example.org/')).toMatchObject({ channel: 'link' });
  });

  it.each([
    ['?utm_term=red+shoes&utm_content=top&utm_source=x', { utm_source: 'x', utm_term: 'red shoes', utm_content: 'top' }],
    ['?hmsr=weixin&hmmd=feed&hmpl=spring&hmkw=%E9%9E%8B&hmci=b1', { utm_source: 'weixin', utm_medium: 'feed', utm_campaign: 'spring', utm_term: '鞋', utm_content: 'b1', channel: 'campaign' }],
    ['?hmsr=weixin&utm_source=own', { utm_source: 'own' }],
    ['?utm_source=&utm_source=second', { utm_source: 'second' }],
    ['?gclid=Cj0KCQ%2Bx&fbclid=IwAR', { click_id_type: 'gclid', click_id: 'Cj0KCQ+x' }],
    ['?bd_vid=917', { click_id_type: 'bd_vid', click_id: '917' }],
    ['?ttclid=E.C.P', { click_id_type: 'ttclid', click_id: 'E.C.P', utm_source: 'tiktok' }],
    ['#utm_term=no&gclid=no', { utm_term: '', click_id_type: '', click_id: '' }],
  ])('keeps what %s says', (query, expected) => {
    expect(visit(`https://shop.example/${query}`)).toMatchObject(expected);
    expect(visit(`https://shop.example/${query}`).url).toBe(`https://shop.example/${query}`);
  });
});

describe('spam referrers', () => {
  it.each([
    ['https://0-0.fr/', 1],
    ['http://www.0-0.fr/page', 1],
    ['https://qiwi.xyz/', 1],
    ['https://not0-0.fr/', 0],
    ['https://www.google.com/', 0],
    ['', 0],
  ])('%s: %s', (referrer, spam) => {
    expect(step(startDraft(arrival({ referrer }))).visit.referer_spam).toBe(spam);
  });
});
