import type { LogFormat } from '../format.js';
import { caddy } from './caddy.js';
import { cloudflare } from './cloudflare.js';
import { cloudfront } from './cloudfront.js';
import { combined } from './combined.js';
import { common } from './common.js';
import { csv2mysql } from './csv2mysql.js';
import { haproxy } from './haproxy.js';
import { iis } from './iis.js';
import { alb, elb } from './load-balancer.js';
import { nginxJson } from './nginx-json.js';
import { s3 } from './s3.js';
import { traefik } from './traefik.js';
import { virtualHost } from './virtual-host.js';
import { w3c } from './w3c.js';

/** Every layout that can be imported. Of two that read a file equally well, `auto` takes the one that stands first. */
export const LOG_FORMATS: readonly LogFormat[] = [combined, common, virtualHost, w3c, cloudfront, alb, elb, traefik, haproxy, caddy, nginxJson, cloudflare, s3, iis, csv2mysql];
