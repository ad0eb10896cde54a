import type { LogFormat } from '../format.js';
import { caddy } from './caddy.js';
import { cloudflare } from './cloudflare.js';
import { cloudfront } from './cloudfront.js';
import { combined } from './combined.js';
import { common } from './common.js';
import { haproxy } from './haproxy.js';
import { alb, elb } from './load-balancer.js';
import { nginxJson } from './nginx-json.js';
import { traefik } from './traefik.js';
import { virtualHost } from './virtual-host.js';
import { w3c } from './w3c.js';

/** Every layout that can be imported. Of two that read a file equally well, `auto` takes the one that stands first. */
export const LOG_FORMATS: readonly LogFormat[] = [combined, common, virtualHost, w3c, cloudfront, alb, elb, traefik, haproxy, caddy, nginxJson, cloudflare];
