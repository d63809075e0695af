import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Bone, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { activityText as t } from '@/lib/i18n/zh-Hans/activity'
import { useLive } from '@/lib/live'
import { activityQuery } from '../activity-api'
import { DeedWords } from './deed-words'
import keyValuesCss from '@/components/ui/key-values.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './key-drawer.module.css'

export type Fact = readonly [name: string, value: ReactNode]

type KeyFrameProps = {
  id: string
  title: string
  /** What is known of the key; nothing while it is read. */
  facts: readonly Fact[] | undefined
  /** The key gives no access any more. */
  over: boolean
  /** What can be done with it. */
  actions?: ReactNode
  /** The dialogs of its actions. */
  children?: ReactNode
  onClose: () => void
  /** Shows only its deeds on the page below. */
  onOnly?: () => void
}

const FEW = 10
const topics = ['sessions']

/** A panel with what is known of a key and what it did last, beside the page that names it. */
export function KeyFrame({ id, title, facts, over, actions, children, onClose, onOnly }: KeyFrameProps) {
  useLive(topics)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      className={css.root}
      footer={
        <>
          {onOnly ? (
            <Button
              kind="quiet"
              className={css.all}
              onClick={() => {
                onOnly()
                onClose()
              }}
            >
              {t.drawer.only}
            </Button>
          ) : (
            <PathLink className={cn(ui.link, css.all)} to="/settings/$page" params={{ page: 'activity' }} search={{ key: id }}>
              {t.drawer.all}
            </PathLink>
          )}
          {actions}
        </>
      }
    >
      {over ? <Note>{t.drawer.over}</Note> : null}
      {facts ? (
        <dl className={cn(keyValuesCss.root, keyValuesCss.wide)}>
          {facts.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd className={ui.break}>{value}</dd>
            </Fragment>
          ))}
        </dl>
      ) : null}
      <h3 className={css.recent}>{t.drawer.recent}</h3>
      <RecentDeeds id={id} />
      {children}
    </Dialog>
  )
}

function RecentDeeds({ id }: { id: string }) {
  const query = useInfiniteQuery(activityQuery({ key: id }))
  const deeds = query.data?.pages[0]?.entries
  if (query.isError && !deeds) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
  if (!deeds)
    return (
      <Loading className={ui.pile}>
        <Bone w="60%" />
        <Bone w="45%" />
      </Loading>
    )
  if (deeds.length === 0) return <p className={cn(ui.muted, ui.text13)}>{t.drawer.none}</p>
  return (
    <ul className={css.deeds}>
      {deeds.slice(0, FEW).map((deed) => (
        <li key={`${deed.position} ${deed.type}`}>
          <DeedWords deed={deed} />
          <small className={ui.small}>
            <Ago time={deed.last} />
          </small>
        </li>
      ))}
    </ul>
  )
}
