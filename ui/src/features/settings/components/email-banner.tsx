import { useRouterState } from '@tanstack/react-router'
import { MailWarning } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { useResendVerification } from '@/features/auth'
import { ApiError } from '@/lib/api/errors'
import type { OwnUser } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { toast } from '@/stores/toasts'
import noteCss from '@/components/ui/note.module.css'
import ui from '@/components/ui/ui.module.css'

/** For those whose account has no address, or one that nobody has verified; not where the page itself says so. */
export function EmailBanner({ user }: { user: OwnUser }) {
  const resend = useResendVerification()
  const told = useRouterState({ select: (state) => /^\/(auth\/|settings\/account)/.test(state.location.pathname) })
  if (told) return null
  const again = () => {
    void resend
      .mutateAsync()
      .then(() => toast(t.resent, t.resentText(user.email ?? '')))
      .catch((error: unknown) => toast(t.resendFailed, error instanceof ApiError ? error.description : siteText.unknownError, 'error'))
  }
  return (
    <div className={cn(noteCss.root, noteCss.warn)} role="status">
      <MailWarning className={ui.icon} aria-hidden />
      <span className={ui.grow}>{user.email ? t.bannerUnverified(user.email) : t.bannerNone}</span>
      {user.email ? (
        <Button size="xs" loading={resend.isPending} disabled={resend.isSuccess} onClick={again}>
          {resend.isSuccess ? t.resent : t.resend}
        </Button>
      ) : (
        <PathLink className={buttonClass({ size: 'xs' })} to="/settings/account">
          {t.emailAdd}
        </PathLink>
      )}
    </div>
  )
}
