import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import { useProject } from '@/lib/project-inside'
import { readyLazy } from '@/lib/ready-lazy'
import { boardQueries } from '../api'
import { titleOnBoard } from '../board'
import { DiscussionScreen } from './discussion-screen'
import ui from '@/components/ui/ui.module.css'

const BoardForm = readyLazy(() => import('./board-form'))

/** The board of a project: its discussion, or a way to open it. */
export function BoardScreen({ id, page }: { id: string; page: number }) {
  const project = useProject(id)
  const { data, error, refetch } = useQuery({ ...boardQueries.of(project?.id ?? ''), enabled: project !== undefined })
  if (!project) return null
  if (data?.discussion) return <DiscussionScreen id={data.discussion} page={page} onBoard={(title) => titleOnBoard(project, title)} />
  if (data) return <NoDiscussion project={project.id} opens={data.opens} why={data.why} />
  if (error) return <ErrorCard error={error} onRetry={() => void refetch()} />
  return <Bones />
}

type NoDiscussionProps = { project: string; opens: boolean; why: string | null }

function NoDiscussion({ project, opens, why }: NoDiscussionProps) {
  const [writing, setWriting] = useState(false)
  const preload = () => void BoardForm.preload().catch(() => undefined)
  if (opens && writing)
    return (
      <Suspense fallback={<Bones />}>
        <BoardForm project={project} onClose={() => setWriting(false)} />
      </Suspense>
    )
  return (
    <section className={ui.card}>
      <Empty level={2} icon={MessagesSquare} title={t.board.none} hint={opens ? t.board.opensHint : (why ?? t.board.noneHint)}>
        {opens ? (
          <Button kind="primary" onClick={() => setWriting(true)} onPointerEnter={preload} onFocus={preload}>
            {t.board.open}
          </Button>
        ) : null}
      </Empty>
    </section>
  )
}

function Bones() {
  return (
    <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
      {[40, 90, 80, 60].map((width) => (
        <Bone key={width} w={`${width}%`} h={16} />
      ))}
    </Loading>
  )
}
