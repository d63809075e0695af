import { useQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Switch } from '@/components/ui/checkbox'
import { SearchInput } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { formatGameVersions } from '@/lib/game-versions'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { tagQueries } from '@/lib/tags'
import { offeredGameVersions } from '../../model/version-draft'
import choiceCss from '@/components/ui/choice.module.css'
import tagCss from '@/components/ui/tag.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './game-version-picker.module.css'

type GameVersionPickerProps = { chosen: readonly string[]; onChosen: (versions: string[]) => void; disabled?: boolean }

/** The game versions a file runs on: releases first, everything on demand. */
export function GameVersionPicker({ chosen, onChosen, disabled }: GameVersionPickerProps) {
  const { data: all = [] } = useQuery(tagQueries.gameVersions())
  const [text, setText] = useState('')
  const [everything, setEverything] = useState(false)
  const offered = offeredGameVersions(all, { text, everything, chosen })
  const press = (version: string) => {
    const next = new Set(chosen)
    if (!next.delete(version)) next.add(version)
    // In the order of the game, newest last, as the API lists them.
    onChosen([
      ...all
        .filter((one) => next.has(one.version))
        .map((one) => one.version)
        .reverse(),
      ...[...next].filter((one) => !all.some((known) => known.version === one)),
    ])
  }
  return (
    <div className={css.root}>
      <div className={css.bar}>
        <SearchInput
          className={css.find}
          size="sm"
          label={t.findVersion}
          placeholder={t.findVersion}
          value={text}
          onValue={setText}
          icon={<Search className={ui.icon14} aria-hidden />}
        />
        <Switch className={ui.text13} checked={everything} onChange={(event) => setEverything(event.target.checked)}>
          {t.showAll}
        </Switch>
        {chosen.length > 0 ? (
          <>
            <span className={cn(ui.text13, ui.tabular)} aria-live="polite">
              {t.chosen(chosen.length)}
            </span>
            <Button kind="quiet" size="xs" disabled={disabled ?? false} onClick={() => onChosen([])}>
              <X className={ui.icon14} aria-hidden />
              {t.clearChosen}
            </Button>
          </>
        ) : null}
      </div>
      <div className={css.list}>
        {offered.map((version) => (
          <button
            key={version}
            type="button"
            className={choiceCss.root}
            aria-pressed={chosen.includes(version)}
            disabled={disabled}
            onClick={() => press(version)}
          >
            {version}
          </button>
        ))}
        {offered.length === 0 ? <p className={cn(ui.subtle, ui.text13)}>{t.noVersionFits}</p> : null}
      </div>
      {chosen.length > 0 ? (
        <p className={css.summary}>
          {formatGameVersions(chosen, all).map((range) => (
            <span key={range} className={tagCss.root}>
              {range}
            </span>
          ))}
        </p>
      ) : null}
    </div>
  )
}
