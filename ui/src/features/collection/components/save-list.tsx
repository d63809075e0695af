import type { UseQueryResult } from '@tanstack/react-query'
import { FolderPlus, Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import type { Library } from '@/lib/api/types'
import { formatExact } from '@/lib/format'
import { collectionText as t } from '@/lib/i18n/zh-Hans/collection'
import { useToggleSaved } from '../api/commands'
import { MAX_COLLECTIONS } from '../model/draft'
import { findByName } from '../model/view'

type SaveListProps = { account: string; library: UseQueryResult<Library>; project: string; onCreate: () => void }

/** One's collections by name; a tick puts the project in at once. */
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
      {collections.length > 0 ? <SearchInput size="sm" className="col-find" label={t.find} placeholder={t.find} value={text} onValue={setText} icon={<Search className="i" aria-hidden />} /> : null}
      {shown.length > 0 ? (
        <div className="col-list" role="group" aria-label={t.saveLabel}>
          {shown.map(({ id, name, projects }) => (
            <Checkbox key={id} checked={projects.includes(project)} onChange={(event) => toggle.mutate({ account, collection: id, on: event.target.checked })}>
              <span className="clip">{name}</span>
              <small className="subtle num" aria-hidden>
                {formatExact(projects.length)}
              </small>
            </Checkbox>
          ))}
        </div>
      ) : (
        <p className="col-none subtle t13">{collections.length > 0 ? t.noneFound : t.noneYet}</p>
      )}
      <hr />
      <Button kind="quiet" className="col-new" disabled={collections.length >= MAX_COLLECTIONS} title={collections.length >= MAX_COLLECTIONS ? t.full : undefined} onClick={onCreate}>
        <FolderPlus className="i" aria-hidden />
        {t.create}
      </Button>
    </>
  )
}
