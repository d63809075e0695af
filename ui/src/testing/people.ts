import type { Member, OwnUser, User } from '@/lib/api/types'
import { art } from './seed'
import { ago } from './time'

export const user: OwnUser = {
  id: 'Usr00001',
  username: 'banmei',
  avatar_url: art('icons', 'fox'),
  bio: '把齿轮装进方块里。',
  created: ago(24 * 900),
  role: 'developer',
  badges: 0,
  email: 'banmei@example.com',
  email_verified: null,
  has_password: null,
  has_totp: null,
  has_passkey: null,
  auth_providers: [],
  payout_data: null,
  github_id: null,
}

/** The members of a profile that only the account itself sees, as others see them. */
export const unseen: Pick<User, 'email' | 'email_verified' | 'has_password' | 'has_totp' | 'auth_providers' | 'payout_data' | 'github_id'> =
  {
    email: null,
    email_verified: null,
    has_password: null,
    has_totp: null,
    auth_providers: [],
    payout_data: null,
    github_id: null,
  }

export function member(index: number, username: string, role: string, icon: string, owner = false): Member {
  return {
    team_id: 'Team0001',
    user: {
      id: `Usr0000${index}`,
      username,
      avatar_url: art('icons', icon),
      bio: null,
      badges: 0,
      created: ago(24 * 900),
      role: 'developer',
    },
    role,
    is_owner: owner,
    accepted: true,
    permissions: null,
    organization_permissions: null,
    payouts_split: null,
    ordering: index,
  }
}
