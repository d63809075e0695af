import { LogOut, RotateCcw, UserCog } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { staffAccountsText as t } from '@/lib/i18n/zh-Hans/staff-accounts'
import { toast } from '@/stores/toasts'
import { useChangeRight, useEndAll, useResetProfile, type ResetPart, type StaffAccount } from '../api'
import { RoleDialog } from './suspend-dialog'
import ui from '@/components/ui/ui.module.css'
import css from './accounts.module.css'

const rights = ['analyst', 'treasurer'] as const
const parts: readonly ResetPart[] = ['username', 'bio', 'avatar']

/** The role and the rights of an account, for administrators. */
export function RoleCard({ account }: { account: StaffAccount }) {
  const [asking, setAsking] = useState(false)
  const change = useChangeRight(account.id)
  const open = account.state === 'open'
  return (
    <Card id="role-title" title={t.roleTitle} note={t.roleLead}>
      <ul className={css.lines}>
        <li>
          <div>
            {t.roles[account.role]}
            {account.mine ? <small>{t.ownRole}</small> : null}
          </div>
          {open && !account.mine ? (
            <Button size="sm" onClick={() => setAsking(true)}>
              <UserCog className={ui.icon14} aria-hidden />
              {t.changeRole}
            </Button>
          ) : null}
        </li>
        {rights.map((right) => {
          const has = account.rights.includes(right)
          const name = t.roles[right]
          return (
            <li key={right}>
              <div>
                {name} {has ? <Badge tone="info">{t.rights}</Badge> : null}
                <small>{t.rightHints[right]}</small>
              </div>
              {open || has ? (
                <Button
                  size="sm"
                  aria-label={has ? t.takeNamed(name) : t.giveNamed(name)}
                  loading={change.isPending && change.variables.right === right}
                  onClick={() => change.mutate({ right, give: !has }, { onSuccess: () => toast(t.rightSaved) })}
                >
                  {has ? t.take : t.give}
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
      {asking ? <RoleDialog user={account} onClose={() => setAsking(false)} /> : null}
    </Card>
  )
}

/** What the staff can do besides: each asks for a reason. */
export function AccountActs({ account }: { account: StaffAccount }) {
  const end = useEndAll(account.id)
  const reset = useResetProfile(account.id)
  return (
    <Card id="acts-title" title={t.acting}>
      <ul className={css.lines}>
        <li>
          <div>
            {t.signOutTitle}
            <small>{t.signOutText}</small>
          </div>
          <Button size="sm" danger loading={end.isPending} onClick={() => end.mutate(undefined, { onSuccess: () => toast(t.signedOut) })}>
            <LogOut className={ui.icon14} aria-hidden />
            {t.signOut}
          </Button>
        </li>
        {parts.map((part) => (
          <li key={part}>
            <div>
              {t.resetNamed(t.resets[part])}
              <small>{t.resetTexts[part]}</small>
            </div>
            <Button
              size="sm"
              danger
              aria-label={t.resetNamed(t.resets[part])}
              loading={reset.isPending && reset.variables === part}
              onClick={() => reset.mutate(part, { onSuccess: () => toast(t.resetDone) })}
            >
              <RotateCcw className={ui.icon14} aria-hidden />
              {t.reset}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
