import type { Answer } from '@/lib/api/operations'
import { ago } from './time'

type Application = Answer<'GET', '/v3/oauth/app/{id}'>
type ConsentRequest = Answer<'GET', '/_internal/oauth/flow/{flow}'>

export const application: Application = {
  id: 'App00001',
  name: '方块同步器',
  icon_url: null,
  max_scopes: 2 ** 11 + 2 ** 14 + 2 ** 17,
  redirect_uris: ['https://sync.example.org/cb'],
  created_by: 'Usr00002',
  created: ago(24 * 400),
  url: 'https://sync.example.org',
  description: '把存档和资源同步到别的设备。',
  type: 'confidential',
  creator: { id: 'Usr00002', username: '阿澄', avatar_url: null },
  organization_id: null,
  verified: false,
  suspended: null,
  users: 1234,
  last_used: ago(30),
  secrets: [{ id: 'Sec00001', created: ago(24 * 30), last_used: null }],
}

/** A request for reading projects, uploading versions and deleting them. */
export const consent: ConsentRequest = {
  flow_id: 'mrf_flow',
  client_id: application.id,
  client_name: application.name,
  client_icon: null,
  requested_scopes: application.max_scopes,
  granted_scopes: 0,
  handed_over: false,
  openid: [],
  redirect_uri: 'https://sync.example.org/cb',
  app: application,
  expires: new Date(Date.now() + 30 * 60_000).toISOString(),
}
