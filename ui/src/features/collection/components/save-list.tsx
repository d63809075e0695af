import type { UseQueryResult } from '@tanstack/react-query'
import { FolderPlus, Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import type { Library } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { collectionsHeld } from '@/lib/limits.gen'
import { useToggleSaved } from '../api/commands'
import { findByName } from '../model/view'
import ui from '@/components/ui/ui.module.css'
import css from './save-list.module.css'

type SaveListProps = { account: string; library: UseQueryResult<Library>; project: string; onCreate: () => void }

/** The viewer's collections by name; a tick adds the project at once. */
export function SaveList({ account, library, project, onCreate }: SaveListProps) {
  const [text, setText] = useState('')
  const toggle = useToggleSaved(project)
  if (library.isError && !library.data) return <ErrorCard error={library.error} onRetry={() => void library.refetch()} />
  if (!library.data) {
    return (
      <Loading>
        <Bone h={96} />
      </Loading>
    )
  }
  const { collections } = library.data
  const shown = findByName(collections, text)
  return (
    <>
      {collections.length > 0 ? (
        <SearchInput
          size="sm"
          className={css.find}
          label={t.find}
          placeholder={t.find}
          value={text}
          onValue={setText}
          icon={<Search className={ui.icon} aria-hidden />}
        />
      ) : null}
      {shown.length > 0 ? (
        <div className={css.list} role="group" aria-label={t.saveLabel}>
          {shown.map(({ id, name, projects }) => (
            <Checkbox
              key={id}
              checked={projects.includes(project)}
              onChange={(event) => toggle.mutate({ account, collection: id, on: event.target.checked })}
            >
              <span className={ui.clip}>{name}</span>
              <small className={cn(ui.subtle, ui.tabular)} aria-hidden>
                {formatExact(projects.length)}
              </small>
            </Checkbox>
          ))}
        </div>
      ) : (
        <p className={cn(css.none, ui.subtle, ui.text13)}>{collections.length > 0 ? t.noneFound : t.noneYet}</p>
      )}
      <hr />
      <Button
        kind="quiet"
        className={css.new}
        disabled={collections.length >= collectionsHeld}
        title={collections.length >= collectionsHeld ? t.full : undefined}
        onClick={onCreate}
      >
        <FolderPlus className={ui.icon} aria-hidden />
        {t.create}
      </Button>
    </>
  )
}
