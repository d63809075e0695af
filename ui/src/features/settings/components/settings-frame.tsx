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
import { PathLink } from '@/components/layout/path-link'
import { NativeSelect } from '@/components/ui/native-select'
import type { Address } from '@/lib/address'
import { cn } from '@/lib/cn'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { useSession } from '@/lib/session'
import settingsLayoutCss from '@/components/ui/settings-layout.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './settings-frame.module.css'

const pages = [
  { to: '/settings', label: t.pages.display, icon: Palette, own: false },
  { to: '/settings/language', label: t.pages.language, icon: Languages, own: false },
  { to: '/settings/profile', label: t.pages.profile, icon: UserRound, own: true },
  { to: '/settings/account', label: t.pages.account, icon: ShieldCheck, own: true },
  { to: '/settings/sessions', label: t.pages.sessions, icon: MonitorSmartphone, own: true },
  { to: '/settings/authorizations', label: t.pages.authorizations, icon: Handshake, own: true },
  { to: '/settings/pats', label: t.pages.pats, icon: KeyRound, own: true },
  { to: '/settings/applications', label: t.pages.applications, icon: AppWindow, own: true },
  { to: '/settings/activity', label: t.pages.activity, icon: History, own: true },
] as const satisfies readonly { to: Address['to']; label: string; icon: LucideIcon; own: boolean }[]
type Page = (typeof pages)[number]

/** The settings of this device and of the account. On a phone the navigation is a select. */
export function SettingsFrame({ path, children }: { path: string; children: ReactNode }) {
  const router = useRouter()
  const signedIn = Boolean(useSession())
  const shown = pages.filter((page) => signedIn || !page.own || page.to === path)
  const link = (page: Page) => (
    <PathLink
      key={page.to}
      to={page.to}
      className={page.to === path ? settingsLayoutCss.on : undefined}
      aria-current={page.to === path ? 'page' : undefined}
    >
      <page.icon className={ui.icon} aria-hidden />
      {page.label}
    </PathLink>
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
        options={shown.map((page) => ({ value: page.to, label: page.label }))}
        onValue={(next) => {
          const page = pages.find(({ to }) => to === next)
          if (page) void router.navigate({ to: page.to })
        }}
      />
      <div className={cn(settingsLayoutCss.main, ui.pile)}>{children}</div>
    </div>
  )
}
