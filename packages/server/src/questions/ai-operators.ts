/**
 * Who runs which AI crawler and assistant. Crawlers stand under the names that the shipped rules give them (enrich/data), assistants under the names
 * that referrers are given. Source of who runs what: the operators' own pages on their crawlers, as the shipped rules.
 */

/** One operator to a line: `Operator: crawlers; assistants`. */
const OPERATORS = `
OpenAI: GPTBot, OAI-SearchBot, ChatGPT-User; ChatGPT
Anthropic: ClaudeBot, Claude-SearchBot, Claude-User; Claude
Google: Google-Extended, GoogleOther-Image, Google CloudVertexBot, Google-NotebookLM, Gemini-Deep-Research, Google-Agent; Gemini, NotebookLM
Microsoft: Azure AI Search; Copilot
Perplexity: PerplexityBot, Perplexity-User; Perplexity
Meta: Meta-ExternalAgent, FacebookBot, meta-webindexer, Meta-ExternalFetcher; Meta AI
Apple: Applebot-Extended;
Amazon: bedrockbot, Amzn-SearchBot, Amazon Kendra, Amzn-User, NovaAct, Amazon Bedrock AgentCore;
ByteDance: Bytespider, TikTokSpider; Doubao
DeepSeek: DeepSeekBot; DeepSeek
Moonshot AI: Kimi-User; Kimi
Alibaba: TongyiBot; Qwen
Baidu: YiyanBot; ERNIE Bot
Tencent: ; Yuanbao
Zhipu AI: ChatGLM-Spider; ChatGLM
Huawei: PanguBot;
360: ; Nami
iFlytek: ; Spark
MiniMax: ; MiniMax
Metaso: ; Metaso
Mistral AI: MistralAI-User; Le Chat
xAI: ; Grok
DuckDuckGo: DuckAssistBot; Duck.ai
You.com: YouBot; You
Andi: Andibot; Andi
Phind: PhindBot; Phind
iAsk: iAsk; iAsk
Liner: LinerBot;
Kagi: kagi-fetcher;
Manus: Manus-User; Manus
Quora: ; Poe
Genspark: ; Genspark
Felo: ; Felo
Hugging Face: ; HuggingChat
Jasper: ; Jasper
Writesonic: ; Writesonic
Chat+: ; Chat+
Cohere: cohere-ai;
Common Crawl: CCBot;
Allen Institute for AI: AI2Bot, AI2Bot-DeepResearchEval;
Yandex: YandexAdditional;
Cloudflare: Cloudflare AutoRAG;
SB Intuitions: SBIntuitionsBot;
NICT: ICC-Crawler;
Exa: ExaSearchBot;
Linkup: LinkupBot;
Tavily: TavilyBot;
Cognition: Devin;
Webz.io: Webz.io, Omgili;
`;

interface Named {
  readonly operator: string;
  readonly crawlers: readonly string[];
  readonly assistants: readonly string[];
}

const namesIn = (text: string): readonly string[] => text.split(', ').map((name) => name.trim()).filter(Boolean);

export const AI_OPERATORS: readonly Named[] = OPERATORS.split('\n').filter(Boolean).map((line) => {
  const colon = line.indexOf(': ');
  const [crawlers = '', assistants = ''] = line.slice(colon + 2).split(';');
  return { operator: line.slice(0, colon), crawlers: namesIn(crawlers), assistants: namesIn(assistants) };
});

const BY_NAME = new Map(AI_OPERATORS.map((named) => [named.operator, named]));
const OF_CRAWLER = new Map(AI_OPERATORS.flatMap(({ operator, crawlers }) => crawlers.map((name) => [name, operator] as const)));
const OF_ASSISTANT = new Map(AI_OPERATORS.flatMap(({ operator, assistants }) => assistants.map((name) => [name, operator] as const)));

/** Who runs a crawler; one that is not known stands for itself. */
export const operatorOfCrawler = (name: string): string => OF_CRAWLER.get(name) ?? name;

/** Who runs an assistant; one that is not known stands for itself. */
export const operatorOfAssistant = (name: string): string => OF_ASSISTANT.get(name) ?? name;

/**
 * The names that an operator's crawlers and assistants have: the inverse of the two above, so that everything is some operator's and nothing
 * is two operators'.
 */
export function namesOf(operator: string): Omit<Named, 'operator'> {
  const known = BY_NAME.get(operator);
  const own = <T>(of: ReadonlyMap<string, T>): readonly string[] => (of.has(operator) ? [] : [operator]);
  return {
    crawlers: [...new Set([...(known?.crawlers ?? []), ...own(OF_CRAWLER)])],
    assistants: [...new Set([...(known?.assistants ?? []), ...own(OF_ASSISTANT)])],
  };
}
