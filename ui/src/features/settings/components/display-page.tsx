import { Segmented } from '@/components/ui/segmented'
import { preferencesText as t } from '@/lib/i18n/zh-Hans/preferences'
import { useSession } from '@/lib/session'
import { useTheme, type DarkTheme, type ThemeChoice } from '@/stores/theme'
import { LayoutRows } from './layout-rows'
import { SwitchRows } from './switch-rows'
import { ThemeCard } from './theme-card'

const choices: readonly ThemeChoice[] = ['system', 'light', 'dark', 'oled', 'retro']
const darks: readonly DarkTheme[] = ['dark', 'oled', 'retro']

/** How the site looks: on this device, and for those who are signed in on every one. */
export function DisplayPage() {
  const { choice, preferredDark, choose } = useTheme()
  const user = useSession()
  return (
    <>
      <header className="acc-head">
        <h1>{t.displayTitle}</h1>
        {user === undefined ? null : <p className="subtle t13">{user ? t.keptAccount : t.keptHere}</p>}
      </header>
      <section className="card" aria-labelledby="theme-title">
        <header className="card-head">
          <h2 id="theme-title" className="head-15">
            {t.themeTitle}
          </h2>
          <small className="subtle t12">{t.themeLead}</small>
        </header>
        <div className="theme-cards" role="radiogroup" aria-labelledby="theme-title">
          {choices.map((one) => (
            <ThemeCard key={one} choice={one} dark={preferredDark} checked={choice === one} onChoose={() => choose(one)} />
          ))}
        </div>
        <div className="acc-rows acc-line">
          <div className="acc-row">
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
          <div className="acc-row">
            <span>
              <b>{t.preferredLight}</b>
              <small>{t.preferredLightHint}</small>
            </span>
            <Segmented label={t.preferredLight} value="light" segments={[{ value: 'light', label: t.themes.light }]} onValue={() => undefined} />
          </div>
        </div>
      </section>
      <LayoutRows />
      <SwitchRows />
    </>
  )
}
