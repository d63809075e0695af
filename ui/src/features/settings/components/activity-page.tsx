import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { NativeSelect } from '@/components/ui/native-select'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { activityText as t } from '@/lib/i18n/zh-Hans/activity'
import { useLive } from '@/lib/live'
import { activityExport, activityQuery, type Deed, type DeedFilter } from '../activity-api'
import { parseDeeds, spans } from '../model/deed-filter'
import { deedDays, keyName, kindName, wordsOf } from '../model/deeds'
import { DeedDialog } from './deed-dialog'
import { DeedWords, thingName } from './deed-words'
import KeyDrawer from './key-drawer'
import { SignInsCard } from './sign-ins-card'
import textButtonCss from '@/components/ui/text-button.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './activity-page.module.css'

type Props = { filter: DeedFilter; onFilter: (filter: DeedFilter) => void }

const topics = ['sessions']

/** What the account did, by which key and on which thing, and who signed in to it, the newest first. */
export function ActivityPage(props: Props) {
  useLive(topics)
  const { data, isError } = useInfiniteQuery(activityQuery(props.filter))
  return (
    <>
      <DeedsCard {...props} />
      {/* Below what has its height: what comes later moves nothing. */}
      {data || isError ? <SignInsCard onFilter={props.onFilter} /> : null}
    </>
  )
}

function DeedsCard({ filter, onFilter }: Props) {
  const query = useInfiniteQuery(activityQuery(filter))
  const deeds = query.data?.pages.flatMap((page) => page.entries)
  const narrowed = filter.key !== undefined || filter.thing !== undefined
  const filtered = narrowed || filter.kind !== undefined || filter.days !== undefined
  return (
    <section className={cn(ui.card, ui.flushS)} aria-labelledby="activity-title">
      <header className={ui.cardHead}>
        <h1 id="activity-title" className={ui.heading}>
          {t.title}
        </h1>
        <small className={cn(ui.small, ui.hideS)}>{t.lead}</small>
        <span className={cn(ui.row, ui.push)}>
          {(['csv', 'jsonl'] as const).map((format) => (
            <a key={format} className={buttonClass({ size: 'sm' })} href={activityExport(filter, format)} download>
              {t.exportAs[format]}
            </a>
          ))}
        </span>
      </header>
      <div className={css.filters}>
        <NativeSelect
          label={t.kind}
          prefix={t.kind}
          value={filter.kind ?? ''}
          options={Object.entries(t.kinds).map(([value, label]) => ({ value, label }))}
          onValue={(kind) => onFilter(parseDeeds({ ...filter, kind }))}
        />
        <NativeSelect
          label={t.time}
          prefix={t.time}
          value={String(filter.days ?? '')}
          options={[{ value: '', label: t.anyTime }, ...spans.map((days) => ({ value: String(days), label: t.lately(days) }))]}
          onValue={(days) => onFilter(parseDeeds({ ...filter, days }))}
        />
      </div>
      {narrowed ? (
        <Note
          className={ui.around16}
          actions={
            <Button size="sm" onClick={() => onFilter({})}>
              {t.showAll}
            </Button>
          }
        >
          {filter.key === undefined ? t.filteredThing : t.filteredKey}
        </Note>
      ) : null}
      {query.isError && !deeds ? (
        <ErrorCard className={ui.around16} error={query.error} onRetry={() => void query.refetch()} />
      ) : !deeds ? (
        <Loading className={cn(ui.cardPad, ui.pile)}>
          <Bone w="60%" />
          <Bone w="45%" />
          <Bone w="55%" />
        </Loading>
      ) : deeds.length === 0 ? (
        filtered ? (
          <Empty icon={History} level={2} title={t.nothing} hint={t.nothingHint}>
            <Button onClick={() => onFilter({})}>{t.showAll}</Button>
          </Empty>
        ) : (
          <Empty icon={History} level={2} title={t.none} hint={t.noneHint} />
        )
      ) : (
        <div className={cn(query.isPlaceholderData && ui.stale)}>
          {deedDays(deeds).map(({ day, deeds: ofDay }) => (
            <section key={day} aria-label={day}>
              <h2 className={css.day}>{day}</h2>
              <ul>
                {ofDay.map((deed) => (
                  <DeedRow key={`${deed.position} ${deed.type}`} deed={deed} filter={filter} onFilter={onFilter} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {query.hasNextPage ? (
        <div className={cn(ui.cardFoot, css.foot)}>
          <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t.more}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function DeedRow({ deed, filter, onFilter }: Props & { deed: Deed }) {
  const [shown, setShown] = useState<'deed' | 'key'>()
  const { key, thing } = deed
  const name = thingName(deed)
  const close = () => setShown(undefined)
  return (
    <li className={css.row}>
      <DeedWords deed={deed} />
      <p className={css.facts}>
        <Ago time={deed.last} />
        {key === null ? (
          <span>{t.noKey}</span>
        ) : (
          <button type="button" className={textButtonCss.root} onClick={() => setShown('key')}>
            {keyName(key)}
          </button>
        )}
        {filter.thing === thing.stream ? null : (
          <button
            type="button"
            className={textButtonCss.root}
            aria-label={t.onlyThing(name)}
            onClick={() => onFilter({ ...filter, thing: thing.stream })}
          >
            {kindName(thing.kind)}
          </button>
        )}
        <button
          type="button"
          className={textButtonCss.root}
          aria-label={t.detailsOf(wordsOf(deed.type), name)}
          onClick={() => setShown('deed')}
        >
          {t.details}
        </button>
      </p>
      <DeedDialog deed={deed} open={shown === 'deed'} onOpenChange={close} />
      {key && shown === 'key' ? (
        <KeyDrawer of={key} onClose={close} onOnly={filter.key === key.id ? undefined : () => onFilter({ ...filter, key: key.id })} />
      ) : null}
    </li>
  )
}
