import type { Organization } from '@/lib/api/types'
import { unseen } from './people'
import { projects } from './projects'

export const organization: Organization = {
  id: 'Org00001',
  slug: 'verdigris',
  name: '铜锈工坊',
  description: '一群给方块上油的人。',
  icon_url: '/mock-art/icons/trade.svg',
  color: null,
  created: '2025-01-01T00:00:00Z',
  repost: false,
  team_id: 'Team0001',
  members: (projects[0]?.members ?? []).map((member) => ({
    ...member,
    user: { ...member.user, ...unseen },
    organization_permissions: 255,
    permissions: 2047,
  })),
}
