import type { Member } from '@/lib/api/types'

/** Accepted members: the owner first, the others by role and then by name. */
export function creators(members: readonly Member[]): Member[] {
  return members
    .filter((member) => member.accepted)
    .sort(
      (a, b) =>
        Number(b.is_owner) - Number(a.is_owner) ||
        a.role.localeCompare(b.role, 'zh-Hans') ||
        a.user.username.localeCompare(b.user.username, 'zh-Hans'),
    )
}

/** What a member does, in the member's words. The owner's badge already says what the stored word would. */
export function roleText(member: Pick<Member, 'role' | 'is_owner'>): string {
  return member.is_owner && member.role === 'Owner' ? '' : member.role
}
