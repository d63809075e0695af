import { Card } from '@/components/ui/card'
import { Segmented } from '@/components/ui/segmented'
import { cn } from '@/lib/cn'
import { preferencesText as t } from '@/lib/i18n/zh-Hans/preferences'
import { useSession } from '@/lib/session'
import { useTheme, type DarkTheme, type ThemeChoice } from '@/stores/theme'
import { LayoutRows } from './layout-rows'
import { SwitchRows } from './switch-rows'
import { ThemeCard } from './theme-card'
import ui from '@/components/ui/ui.module.css'
import settingsRowCss from './settings-row.module.css'
import themeCardCss from './theme-card.module.css'

const choices: readonly ThemeChoice[] = ['system', 'light', 'dark', 'oled', 'retro']
const darks: readonly DarkTheme[] = ['dark', 'oled', 'retro']

/** How the site looks: on this device, and for those who are signed in on every one. */
export function DisplayPage() {
  const { choice, preferredDark, choose } = useTheme()
  const user = useSession()
  return (
    <>
      <header className={settingsRowCss.head}>
        <h1>{t.displayTitle}</h1>
        {user === undefined ? null : <p className={cn(ui.subtle, ui.text13)}>{user ? t.keptAccount : t.keptHere}</p>}
      </header>
      <Card id="theme-title" title={t.themeTitle} note={t.themeLead}>
        <div className={themeCardCss.cards} role="radiogroup" aria-labelledby="theme-title">
          {choices.map((one) => (
            <ThemeCard key={one} choice={one} dark={preferredDark} checked={choice === one} onChoose={() => choose(one)} />
          ))}
        </div>
        <div className={cn(settingsRowCss.rows, settingsRowCss.line)}>
          <div className={settingsRowCss.root}>
            <span>
              <b>{t.preferredDark}</b>
              <small>{t.preferredDarkHint}</small>
            </span>
            <Segmented
              label={t.preferredDark}
              value={preferredDark}
              segments={darks.map((value) => ({ value, label: t.themes[value] }))}
              onValue={(dark) => choose(choice === 'system' || choice === 'light' ? choice : dark, dark)}
            />
          </div>
          <div className={settingsRowCss.root}>
            <span>
              <b>{t.preferredLight}</b>
              <small>{t.preferredLightHint}</small>
            </span>
            <Segmented
              label={t.preferredLight}
              value="light"
              segments={[{ value: 'light', label: t.themes.light }]}
              onValue={() => undefined}
            />
          </div>
        </div>
      </Card>
      <LayoutRows />
      <SwitchRows />
    </>
  )
}
