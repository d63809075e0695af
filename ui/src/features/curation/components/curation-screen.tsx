import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { PageHead } from '@/components/ui/page-head'
import { NavTabs } from '@/components/ui/tabs-nav'
import { cn } from '@/lib/cn'
import type { CuratedPlace } from '@/lib/curated'
import { curationText as t } from '@/lib/i18n/zh-Hans/curation'
import { searchesText } from '@/lib/i18n/zh-Hans/searches'
import { choicesQuery, placeOf } from '../api'
import { CurationForm } from './curation-form'
import { Searches } from './searches'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'

const places = ['home', 'modpack', 'software', 'searches'] as const

/** Where the staff chooses the slides of the carousels and strikes popular searches. */
export function CurationScreen({ place }: { place: string | undefined }) {
  const here = placeOf(place)
  return (
    <>
      <PageHead title={t.title} sub={here === 'searches' ? searchesText.lead : t.lead} />
      <NavTabs label={t.place}>
        {places.map((one) => (
          <PathLink
            key={one}
            keepScroll
            to="/moderation/$page"
            params={{ page: 'curated' }}
            search={one === 'home' ? {} : { place: one }}
            className={one === here ? tabsCss.on : undefined}
            aria-current={one === here ? 'page' : undefined}
          >
            {one === 'searches' ? searchesText.title : t.places[one]}
          </PathLink>
        ))}
      </NavTabs>
      <div className={ui.above12}>{here === 'searches' ? <Searches /> : <Choices place={here} />}</div>
    </>
  )
}

function Choices({ place }: { place: CuratedPlace }) {
  const chosen = useQuery(choicesQuery(place))
  return (
    <>
      {chosen.data ? <CurationForm key={place} place={place} chosen={chosen.data} /> : null}
      {chosen.isError && !chosen.data ? <ErrorCard error={chosen.error} onRetry={() => void chosen.refetch()} /> : null}
      {chosen.isPending ? (
        <Loading className={cn(ui.card, ui.cardPad)}>
          <Bone h={120} />
        </Loading>
      ) : null}
    </>
  )
}
