import { AimOutlined, AlertOutlined, AreaChartOutlined, AuditOutlined, BarChartOutlined, BugOutlined, BulbOutlined, CalendarOutlined, ClockCircleOutlined, ConsoleSqlOutlined, ContactsOutlined, DashboardOutlined, DiffOutlined, FileTextOutlined, FundOutlined, GlobalOutlined, HeartOutlined, LineChartOutlined, LinkOutlined, LoginOutlined, MailOutlined, MobileOutlined, NodeIndexOutlined, ProfileOutlined, RadarChartOutlined, RobotOutlined, SafetyOutlined, TeamOutlined, UnorderedListOutlined, UserOutlined } from '@ant-design/icons';
import type { ComponentType } from 'react';
import { PATHS } from '../../lib/links';

/**
 * The signs of the menu, by the path of a route or of a group of them. Apart from the route table, which every page
 * needs before its first screen: the signs are drawn by the frame alone.
 */
const ICONS: Readonly<Record<string, ComponentType>> = {
  '/visitStatistics': BarChartOutlined,
  '/flowRate': AreaChartOutlined,
  '/spider': RobotOutlined,
  '/people': TeamOutlined,
  [PATHS.dashboard]: DashboardOutlined,
  [PATHS.siteDashboard]: FundOutlined,
  [PATHS.deviceReport]: ProfileOutlined,
  [PATHS.devices]: MobileOutlined,
  [PATHS.deviceDetail]: MobileOutlined,
  [PATHS.visits]: ContactsOutlined,
  [PATHS.trajectory]: NodeIndexOutlined,
  [PATHS.visitIp]: AimOutlined,
  [PATHS.visitUrl]: FileTextOutlined,
  [PATHS.visitEntryUrl]: LoginOutlined,
  [PATHS.visitReferer]: LinkOutlined,
  [PATHS.flowTendency]: LineChartOutlined,
  [PATHS.flowHour]: ClockCircleOutlined,
  [PATHS.flowDay]: CalendarOutlined,
  [PATHS.logAndBeacon]: DiffOutlined,
  [PATHS.websites]: GlobalOutlined,
  [PATHS.spiders]: BugOutlined,
  [PATHS.spiderLog]: UnorderedListOutlined,
  [PATHS.aiTraffic]: BulbOutlined,
  [PATHS.crawlCoverage]: RadarChartOutlined,
  [PATHS.sql]: ConsoleSqlOutlined,
  [PATHS.users]: UserOutlined,
  [PATHS.roles]: SafetyOutlined,
  [PATHS.audit]: AuditOutlined,
  [PATHS.alarms]: AlertOutlined,
  [PATHS.schedules]: MailOutlined,
  [PATHS.status]: HeartOutlined,
  [PATHS.profile]: UserOutlined,
};

/** The sign of a route or a group; one without has the dashboard's, which a test does not let pass. */
export function routeIcon(path: string): ComponentType {
  return ICONS[path] ?? DashboardOutlined;
}

/** Whether it has a sign of its own. */
export function hasRouteIcon(path: string): boolean {
  return path in ICONS;
}
