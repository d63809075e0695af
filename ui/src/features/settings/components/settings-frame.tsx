import { useRouter } from '@tanstack/react-router'
import {
  AppWindow,
  Handshake,
  History,
  KeyRound,
  Languages,
  MonitorSmartphone,
  Palette,
  ShieldCheck,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { AddressLink } from '@/components/layout/address-link'
import { NativeSelect } from '@/components/ui/native-select'
import { cn } from '@/lib/cn'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { useSession } from '@/lib/session'
import settingsLayoutCss from '@/components/ui/settings-layout.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './settings-frame.module.css'

const pages = [
  { href: '/settings', label: t.pages.display, icon: Palette, own: false },
  { href: '/settings/language', label: t.pages.language, icon: Languages, own: false },
  { href: '/settings/profile', label: t.pages.profile, icon: UserRound, own: true },
  { href: '/settings/account', label: t.pages.account, icon: ShieldCheck, own: true },
  { href: '/settings/sessions', label: t.pages.sessions, icon: MonitorSmartphone, own: true },
  { href: '/settings/authorizations', label: t.pages.authorizations, icon: Handshake, own: true },
  { href: '/settings/pats', label: t.pages.pats, icon: KeyRound, own: true },
  { href: '/settings/applications', label: t.pages.applications, icon: AppWindow, own: true },
  { href: '/settings/activity', label: t.pages.activity, icon: History, own: true },
] as const satisfies readonly { href: string; label: string; icon: LucideIcon; own: boolean }[]
type Page = (typeof pages)[number]

/** The settings of this device and of the account. On a phone the navigation is a select. */
export function SettingsFrame({ path, children }: { path: string; children: ReactNode }) {
  const router = useRouter()
  const signedIn = Boolean(useSession())
  const shown = pages.filter((page) => signedIn || !page.own || page.href === path)
  const link = (page: Page) => (
    <AddressLink
      key={page.href}
      href={page.href}
      className={page.href === path ? settingsLayoutCss.on : undefined}
      aria-current={page.href === path ? 'page' : undefined}
    >
      <page.icon className={ui.icon} aria-hidden />
      {page.label}
    </AddressLink>
  )
  const own = shown.filter((page) => page.own)
  return (
    <div className={cn(settingsLayoutCss.root, css.root, ui.above16)}>
      <nav className={settingsLayoutCss.nav} aria-label={t.section}>
        <span className={css.group}>{t.groups.device}</span>
        {shown.filter((page) => !page.own).map(link)}
        {own.length > 0 ? <span className={css.group}>{t.groups.account}</span> : null}
        {own.map(link)}
      </nav>
      <NativeSelect
        className={css.select}
        label={t.section}
        prefix={t.section}
        value={path}
        options={shown.map((page) => ({ value: page.href, label: page.label }))}
        onValue={(next) => {
          void router.navigate({ href: next })
        }}
      />
      <div className={cn(settingsLayoutCss.main, ui.pile)}>{children}</div>
    </div>
  )
}
