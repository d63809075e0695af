import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { NativeSelect } from '@/components/ui/native-select'
import { DiffRoot, MergedDiff, WordDiff } from '@/features/history'
import { formatDateTime } from '@/lib/format'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import { discussionQueries, type Revision, type TextOf } from '../api'
import ui from '@/components/ui/ui.module.css'
import css from './discussion.module.css'

/** The wordings of a text of a discussion. */
export default function HistoryDialog({ of, onClose }: { of: TextOf; onClose: () => void }) {
  return <WordingsDialog read={useQuery(discussionQueries.history(of))} onClose={onClose} />
}

type WordingsDialogProps = {
  read: Pick<UseQueryResult<{ revisions: readonly Revision[] }>, 'data' | 'error' | 'refetch'>
  onClose: () => void
}

/** The wordings of a text, and what changed in each by word. */
export function WordingsDialog({ read: { data, error, refetch }, onClose }: WordingsDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t.history.title} wide>
      {data ? (
        <Wordings revisions={data.revisions} />
      ) : error ? (
        <ErrorCard error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading className={ui.pile}>
          <Bone w="60%" h={16} />
          <Bone w="90%" h={16} />
        </Loading>
      )}
    </Dialog>
  )
}

const nameOf = (revision: Revision) =>
  `${revision.revision === 0 ? t.history.first : t.history.number(revision.revision)} · ${formatDateTime(revision.at)}`

function Wordings({ revisions }: { revisions: readonly Revision[] }) {
  const [at, setAt] = useState(revisions.length - 1)
  const now = revisions[at]
  if (!now) return null
  const before = revisions[at - 1]
  return (
    <div className={css.wordings}>
      <NativeSelect
        label={t.history.pick}
        value={String(at)}
        onValue={(value) => setAt(Number(value))}
        options={revisions.map((revision, index) => ({ value: String(index), label: nameOf(revision) }))}
      />
      {now.by ? <p className={ui.small}>{t.history.by(now.by.username)}</p> : null}
      <DiffRoot className={ui.break}>
        {before && now.title !== null && before.title !== null && before.title !== now.title ? (
          <p>
            <b>{t.history.titleChange}</b> <WordDiff before={before.title} after={now.title} side="removed" /> →{' '}
            <WordDiff before={before.title} after={now.title} side="added" />
          </p>
        ) : null}
        {before?.content === now.content ? (
          <p className={ui.muted}>{t.history.same}</p>
        ) : (
          <MergedDiff title={t.history.textChange} before={before?.content ?? now.content} after={now.content} />
        )}
      </DiffRoot>
    </div>
  )
}
