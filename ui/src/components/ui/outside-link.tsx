import type { AnchorHTMLAttributes } from 'react'
import { uiText as t } from '@/lib/i18n/zh-Hans/ui'
import { usePrefs } from '@/stores/prefs'
import ui from './ui.module.css'

type OutsideLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'target'> & {
  href: string
  /** Always in a new tab, whatever the visitor prefers. */
  newTab?: boolean
}

/** A link to another site, in a new tab where the visitor prefers that. */
export function OutsideLink({ children, rel = 'noopener nofollow ugc', newTab: always = false, ...rest }: OutsideLinkProps) {
  const newTab = usePrefs((state) => state.externalLinksNewTab) || always
  return (
    <a rel={rel} target={newTab ? '_blank' : undefined} {...rest}>
      {children}
      {newTab ? <span className={ui.visuallyHidden}>（{t.newTab}）</span> : null}
    </a>
  )
}
