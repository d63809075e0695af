import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { byline } from '@/lib/hit-words'
import { get } from '@/lib/api/client'
import type { ActualType } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { finderText as t } from '@/lib/i18n/zh-Hans/finder'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { titles } from '@/lib/titles'
import { Button } from './button'
import { SearchInput } from './input'
import { Pic } from './pic'
import css from './project-finder.module.css'
import ui from './ui.module.css'

export type NamedProject = { id: string; title: string; icon_url: string | null }

type ProjectFinderProps = {
  without: readonly string[]
  /** Narrows the search to a stored type. */
  type?: ActualType | undefined
  onPick: (project: NamedProject) => void
  onClose?: (() => void) | undefined
}

/** Finds a listed project by its name. */
export function ProjectFinder({ without, type, onPick, onClose }: ProjectFinderProps) {
  const [text, setText] = useState('')
  const query = text.trim()
  const hits = useQuery({
    queryKey: ['search', 'finder', type, query],
    queryFn: ({ signal }) =>
      get('/v2/search', { query: { query, limit: 8, facets: type ? JSON.stringify([[`project_type:${type}`]]) : undefined }, signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const shown = query === '' ? [] : (hits.data?.hits ?? []).filter((hit) => !without.includes(hit.project_id))
  return (
    <div className={css.root}>
      <div className={cn(ui.row, ui.noWrap)}>
        <SearchInput
          className={ui.grow}
          size="sm"
          label={t.find}
          placeholder={t.find}
          value={text}
          onValue={setText}
          icon={<Search className={ui.icon14} aria-hidden />}
          ref={(field) => {
            if (field && document.activeElement === document.body) field.focus()
          }}
        />
        {onClose ? (
          <Button kind="quiet" size="sm" onClick={onClose}>
            {uiText.cancel}
          </Button>
        ) : null}
      </div>
      {shown.length > 0 ? (
        <ul>
          {shown.map((hit) => (
            <li key={hit.project_id}>
              <button type="button" onClick={() => onPick({ id: hit.project_id, title: titles(hit).title, icon_url: hit.icon_url })}>
                <Pic src={hit.icon_url} project={hit.project_id} name={titles(hit).title} color={hit.color} size={32} />
                <span>
                  <b className={ui.clip}>{titles(hit).title}</b>
                  <small className={ui.clip}>{byline(hit)}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : query !== '' && hits.isSuccess && !hits.isFetching ? (
        <p className={cn(ui.subtle, ui.text13)} role="status">
          {t.none}
        </p>
      ) : null}
    </div>
  )
}
