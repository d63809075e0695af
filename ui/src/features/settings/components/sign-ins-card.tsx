import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { accountText } from '@/lib/i18n/zh-Hans/account'
import { activityText as t } from '@/lib/i18n/zh-Hans/activity'
import { signInsQuery, type DeedFilter, type SignIn } from '../activity-api'
import KeyDrawer from './key-drawer'
import textButtonCss from '@/components/ui/text-button.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './activity-page.module.css'

type OnFilter = (filter: DeedFilter) => void

/** Who signed in to the account, and who tried. */
export function SignInsCard({ onFilter }: { onFilter: OnFilter }) {
  const query = useInfiniteQuery(signInsQuery)
  const list = query.data?.pages.flatMap((page) => page.entries ?? [])
  return (
    <section className={cn(ui.card, ui.flushS, ui.above16)} aria-labelledby="sign-ins-title">
      <header className={ui.cardHead}>
        <h2 id="sign-ins-title">{t.signIns}</h2>
        <small className={cn(ui.small, ui.hideS)}>{t.signInsLead}</small>
      </header>
      {query.isError && !list ? (
        <ErrorCard className={ui.around16} error={query.error} onRetry={() => void query.refetch()} />
      ) : !list ? (
        <Loading className={cn(ui.cardPad, ui.pile)}>
          <Bone w="50%" />
          <Bone w="40%" />
        </Loading>
      ) : list.length === 0 ? (
        <p className={cn(ui.cardPad, ui.muted, ui.text13)}>{t.signInsNone}</p>
      ) : (
        <ul>
          {list.map((one) => (
            <SignInRow key={one.id} one={one} onFilter={onFilter} />
          ))}
        </ul>
      )}
      {query.hasNextPage ? (
        <div className={cn(ui.cardFoot, css.foot)}>
          <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t.moreSignIns}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function SignInRow({ one, onFilter }: { one: SignIn; onFilter: OnFilter }) {
  const place = accountText.place(one.os ?? accountText.osUnknown, one.platform ?? accountText.platformUnknown)
  const { session } = one
  const [shown, setShown] = useState(false)
  return (
    <li className={css.row}>
      <p className={css.what}>
        <span>{place}</span>
        {one.failed ? <Badge tone="bad">{t.signInFailed}</Badge> : null}
        {!one.failed && !one.known ? <Badge tone="warn">{t.newBrowser}</Badge> : null}
      </p>
      <p className={css.facts} title={one.user_agent}>
        <Ago time={one.time} />
        <span>{t.methods[one.method]}</span>
        {one.ip ? <span className={ui.tabular}>{one.ip}</span> : null}
        {session === null ? null : (
          <button type="button" className={textButtonCss.root} onClick={() => setShown(true)}>
            {t.byKey}
          </button>
        )}
      </p>
      {session !== null && shown ? (
        <KeyDrawer
          of={{ id: session, kind: 'session', name: place }}
          onClose={() => setShown(false)}
          onOnly={() => onFilter({ key: session })}
        />
      ) : null}
    </li>
  )
}
