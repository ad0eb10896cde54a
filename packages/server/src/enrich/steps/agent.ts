import type { AgentFacts } from '../agent.js';
import type { Step } from '../draft.js';

/** Fills device, system, browser and engine from the agent. */
export function agentStep(read: (agent: string) => AgentFacts): Step {
  return (draft) => {
    const { visit } = draft;
    if (visit.user_agent === '') return draft;
    const facts = read(visit.user_agent);
    visit.browser_name = facts.browserName;
    visit.browser_version = facts.browserVersion;
    visit.engine_name = facts.engineName;
    visit.engine_version = facts.engineVersion;
    visit.os_name = facts.osName;
    visit.os_version = facts.osVersion;
    visit.device_type = facts.deviceType;
    visit.device_vendor = facts.deviceVendor;
    visit.device_model = facts.deviceModel;
    visit.cpu_architecture = facts.architecture;
    return draft;
  };
}
