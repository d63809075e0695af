import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { OwnUser } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { TotpCodeDialog } from './totp-code-dialog'
import { TotpSetup } from './totp-setup'
import ui from '@/components/ui/ui.module.css'
import settingsFrameCss from './settings-frame.module.css'
import settingsRowCss from './settings-row.module.css'

/** The second factor: its state and actions. */
export function TotpRow({ user }: { user: OwnUser }) {
  const [opened, setOpened] = useState<'setup' | 'remove' | 'renew'>()
  const close = () => setOpened(undefined)
  return (
    <div className={cn(settingsRowCss.root, settingsFrameCss.wrap)}>
      <span>
        <b>
          {t.totp}
          {user.has_totp ? <Badge tone="ok">{t.totpOn}</Badge> : null}
        </b>
        <small>{user.has_totp ? t.totpOnHint : t.totpHint}</small>
      </span>
      <span className={ui.row}>
        {user.has_totp ? (
          <>
            <Button size="sm" onClick={() => setOpened('renew')}>
              {t.codesRenew}
            </Button>
            <Button size="sm" danger onClick={() => setOpened('remove')}>
              {t.totpRemove}
            </Button>
          </>
        ) : (
          <Button size="sm" onClick={() => setOpened('setup')}>
            {t.totpSetup}
          </Button>
        )}
      </span>
      {opened === 'setup' ? <TotpSetup onClose={close} /> : null}
      {opened === 'remove' || opened === 'renew' ? <TotpCodeDialog task={opened} onClose={close} /> : null}
    </div>
  )
}
