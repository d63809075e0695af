import { useQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Switch } from '@/components/ui/checkbox'
import { SearchInput } from '@/components/ui/input'
import { formatGameVersions } from '@/lib/game-versions'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { tagQueries } from '@/lib/tags'
import { offeredGameVersions } from '../../model/version-draft'

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
    onChosen([...all.filter((one) => next.has(one.version)).map((one) => one.version).reverse(), ...[...next].filter((one) => !all.some((known) => known.version === one))])
  }
  return (
    <div className="gv">
      <div className="gv-bar">
        <SearchInput size="sm" label={t.findVersion} placeholder={t.findVersion} value={text} onValue={setText} icon={<Search className="i i-14" aria-hidden />} />
        <Switch checked={everything} onChange={(event) => setEverything(event.target.checked)}>
          {t.showAll}
        </Switch>
        {chosen.length > 0 ? (
          <>
            <span className="t13 num" aria-live="polite">
              {t.chosen(chosen.length)}
            </span>
            <Button kind="quiet" size="xs" disabled={disabled ?? false} onClick={() => onChosen([])}>
              <X className="i i-14" aria-hidden />
              {t.clearChosen}
            </Button>
          </>
        ) : null}
      </div>
      <div className="gv-list">
        {offered.map((version) => (
          <button key={version} type="button" className="vpick" aria-pressed={chosen.includes(version)} disabled={disabled} onClick={() => press(version)}>
            {version}
          </button>
        ))}
        {offered.length === 0 ? <p className="subtle t13">{t.noVersionFits}</p> : null}
      </div>
      {chosen.length > 0 ? (
        <p className="gv-sum">
          {formatGameVersions(chosen, all).map((range) => (
            <span key={range} className="tag">
              {range}
            </span>
          ))}
        </p>
      ) : null}
    </div>
  )
}
