import { PathLink } from '@/components/layout/path-link'
import { cn } from '@/lib/cn'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'
import ui from '@/components/ui/ui.module.css'
import authFormCss from './auth-form.module.css'

/** The terms that are accepted by continuing. */
export function Terms({ before }: { before: string }) {
  return (
    <p className={cn(ui.small, authFormCss.terms)}>
      {before}
      <PathLink className={ui.link} to="/legal2/$page" params={{ page: 'terms' }}>
        {t.termsOfUse}
      </PathLink>
      {t.termsAnd}
      <PathLink className={ui.link} to="/legal2/$page" params={{ page: 'privacy' }}>
        {t.privacy}
      </PathLink>
      {t.termsEnd}
    </p>
  )
}
