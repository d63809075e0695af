import { PathLink } from '@/components/layout/path-link'
import { authText as t } from '@/lib/i18n/zh-Hans/auth'

/** What somebody agrees to by going on. */
export function Terms({ before }: { before: string }) {
  return (
    <p className="subtle t12 auth-terms">
      {before}
      <PathLink className="link" href="/legal2/terms">
        {t.termsOfUse}
      </PathLink>
      {t.termsAnd}
      <PathLink className="link" href="/legal2/privacy">
        {t.privacy}
      </PathLink>
      {t.termsEnd}
    </p>
  )
}
