import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { Forbidden } from '@/components/ui/feedback'
import { PageHead } from '@/components/ui/page-head'
import { NavTabs } from '@/components/ui/tabs-nav'
import { ApiError } from '@/lib/api/errors'
import { formatExact } from '@/lib/format'
import { revenueStaffText as t } from '@/lib/i18n/zh-Hans/revenue-staff'
import { useLive } from '@/lib/live'
import { isStaff, useSession } from '@/lib/session'
import { treasuryQueries, treasuryTopic } from '../treasury-api'
import { parseTreasurySearch, treasuryTabs, type GivenTreasury, type TreasurySearch, type TreasuryTab } from '../search'
import type { Treasury } from '../treasury-types'
import { Region } from './region'
import { TreasuryCorrections } from './treasury-corrections'
import { TreasuryFrozen } from './treasury-frozen'
import { TreasuryIncome } from './treasury-income'
import { TreasuryMonths } from './treasury-months'
import { TreasuryOverview } from './treasury-overview'
import { TreasuryPayouts } from './treasury-payouts'
import { TreasuryRules } from './treasury-rules'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'

type TreasuryScreenProps = { search: GivenTreasury; onSearch: (search: TreasurySearch) => void }

const topics = [treasuryTopic]

/** The site's money, for treasurers and admins. Moderators see whose balance is frozen. */
export function TreasuryScreen({ search: given, onSearch }: TreasuryScreenProps) {
  useLive(topics)
  const staff = isStaff(useSession())
  const search = parseTreasurySearch(given)
  const treasury = useQuery(treasuryQueries.treasury())
  const refused = ApiError.is(treasury.error, 403)
  const head = <PageHead title={t.title} sub={t.hint} />
  if (refused) {
    return (
      <>
        {head}
        {staff ? <TreasuryFrozen alone={false} keeps={false} /> : <Forbidden text={t.staffOnly} />}
      </>
    )
  }
  const tab: TreasuryTab = search.tab ?? 'overview'
  return (
    <>
      {head}
      <NavTabs label={t.tabsLabel} className={ui.below16}>
        {treasuryTabs.map((one) => {
          const waits = treasury.data ? waitsOf(treasury.data, one) : 0
          return (
            <PathLink
              key={one}
              keepScroll
              to="/moderation/revenue"
              search={one === 'overview' ? {} : { tab: one }}
              className={one === tab ? tabsCss.on : undefined}
              aria-current={one === tab ? 'page' : undefined}
            >
              {t.tabs[one]}
              {waits > 0 ? <small>{formatExact(waits)}</small> : null}
            </PathLink>
          )
        })}
      </NavTabs>
      <Region query={treasury} height={320}>
        {(shown) => <Tab tab={tab} treasury={shown} search={search} onSearch={onSearch} />}
      </Region>
    </>
  )
}

function waitsOf({ waiting }: Treasury, tab: TreasuryTab): number {
  switch (tab) {
    case 'payouts':
      return waiting.payouts + waiting.held + waiting.unclear + waiting.manual
    case 'income':
      return waiting.entries
    case 'corrections':
      return waiting.corrections
    case 'frozen':
      return waiting.frozen
    default:
      return 0
  }
}

type TabProps = { tab: TreasuryTab; treasury: Treasury; search: TreasurySearch; onSearch: (search: TreasurySearch) => void }

function Tab({ tab, treasury, search, onSearch }: TabProps) {
  const { currency, alone } = treasury
  switch (tab) {
    case 'payouts':
      return <TreasuryPayouts treasury={treasury} list={search.list ?? 'waiting'} />
    case 'income':
      return <TreasuryIncome treasury={treasury} month={search.month} onMonth={(month) => onSearch({ tab, month })} />
    case 'months':
      return <TreasuryMonths currency={currency} alone={alone} />
    case 'corrections':
      return <TreasuryCorrections currency={currency} alone={alone} />
    case 'frozen':
      return <TreasuryFrozen alone={alone} keeps />
    case 'rules':
      return <TreasuryRules rules={treasury.rules} />
    default:
      return <TreasuryOverview treasury={treasury} />
  }
}
