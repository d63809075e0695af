import { Check, LoaderCircle, Search, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { preferencesText as t } from '@/lib/i18n/zh-Hans/preferences'
import { languageName } from '@/lib/language-names'
import { automaticLocale, useLocale, type LocaleChoice } from '@/lib/locale'
import { findLanguages, languageGroups, languages, loadLanguage, type Language } from '../model/languages'
import checkCss from '@/components/ui/check.module.css'
import toolbarCss from '@/components/ui/toolbar.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './language-page.module.css'

type LanguagePageProps = { list?: readonly Language[]; load?: (tag: string) => Promise<void> }

/** The language of the interface. */
export function LanguagePage({ list = languages, load = loadLanguage }: LanguagePageProps) {
  const choice = useLocale((state) => state.choice)
  const keep = useLocale((state) => state.choose)
  const [find, setFind] = useState('')
  const [busy, setBusy] = useState<LocaleChoice>()
  const [failed, setFailed] = useState<LocaleChoice>()
  const automatic = automaticLocale(navigator.languages)
  const choose = (wanted: LocaleChoice) => {
    setFailed(undefined)
    setBusy(wanted)
    load(wanted === 'auto' ? automatic : wanted)
      .then(() => keep(wanted))
      .catch(() => setFailed(wanted))
      .finally(() => setBusy(undefined))
  }
  const found = findLanguages(list, find)
  const typed = find.trim() !== ''
  const row = (value: LocaleChoice, name: string, hint: string) => (
    <LanguageRow
      key={value}
      name={name}
      hint={hint}
      checked={choice === value}
      busy={busy === value}
      failed={failed === value}
      onChoose={() => choose(value)}
    />
  )
  return (
    <section className={ui.card} aria-labelledby="language-title">
      <header className={ui.cardHead}>
        <h1 id="language-title" className={ui.heading}>
          {t.languageTitle}
        </h1>
        <small className={cn(ui.small, ui.hideS)}>{t.languageLead}</small>
      </header>
      <div className={toolbarCss.root}>
        <SearchInput
          className={ui.grow}
          label={t.languageFind}
          placeholder={t.languageFind}
          value={find}
          onValue={setFind}
          icon={<Search className={ui.icon} aria-hidden />}
        />
      </div>
      {found.length === 0 ? (
        <Empty icon={SearchX} level={2} title={t.languageNothing(find)} hint={t.languageNothingHint} />
      ) : (
        <div role="radiogroup" aria-labelledby="language-title">
          {typed ? null : (
            <>
              <h2 className={css.group}>{t.languageGroups.auto}</h2>
              {row('auto', t.languageAuto, t.languageAutoHint(languageName(navigator.language), languageName(automatic)))}
            </>
          )}
          {languageGroups.map((group) => {
            const inside = found.filter((one) => one.group === group)
            if (typed && inside.length === 0) return null
            return (
              <div key={group}>
                <h2 className={css.group}>{t.languageGroups[group]}</h2>
                {inside.map((one) => row(one.tag, one.name, t.languageHint(languageName(one.tag), one.tag)))}
                {inside.length === 0 && group !== 'default' ? <p className={css.none}>{t.languageNone[group]}</p> : null}
              </div>
            )
          })}
        </div>
      )}
    </section>
  )
}

type LanguageRowProps = { name: string; hint: string; checked: boolean; busy: boolean; failed: boolean; onChoose: () => void }

function LanguageRow({ name, hint, checked, busy, failed, onChoose }: LanguageRowProps) {
  return (
    <label className={cn(css.root, checkCss.root, checkCss.radio)}>
      <input type="radio" name="locale" checked={checked} onChange={onChoose} />
      <span>
        <b>{name}</b>
        <small className={failed ? ui.bad : undefined} role={failed ? 'alert' : undefined}>
          {failed ? t.languageFailed : hint}
        </small>
        {failed ? (
          <small className={ui.small} lang="en">
            {t.languageFailedQuoted}
          </small>
        ) : null}
      </span>
      {busy ? (
        <LoaderCircle className={cn(ui.icon, ui.spin)} aria-hidden />
      ) : checked ? (
        <Check className={cn(ui.icon, ui.ok)} aria-hidden />
      ) : null}
    </label>
  )
}
