import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Server } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { OutsideLink } from '@/components/ui/outside-link'
import { cn } from '@/lib/cn'
import { brandName } from '@/lib/brand'
import { miscText as t } from '@/lib/i18n/zh-Hans/misc'
import { offerQuery } from '@/lib/offers'
import ui from '@/components/ui/ui.module.css'
import sitePageCss from './site-page.module.css'
import css from './offer-page.module.css'

/** What the operator recommends for hosting a server. `asked` is false where no code was in the address. */
export function OfferPage({ code, asked }: { code: string; asked: boolean }) {
  const offer = useQuery(offerQuery(code))
  return (
    <div className={sitePageCss.root}>
      <h1>{t.offerTitle}</h1>
      <p className={ui.muted}>{t.offerLead(brandName())}</p>
      {offer.isError ? <ErrorCard error={offer.error} onRetry={() => void offer.refetch()} /> : null}
      {offer.isLoading ? (
        <Loading className={cn(ui.card, ui.cardPad)}>
          <Bone w="50%" h={20} />
          <Bone className={ui.above12} h={60} />
        </Loading>
      ) : null}
      {offer.data ? (
        <section className={cn(ui.card, ui.cardPad, css.root)}>
          <h2>{offer.data.title}</h2>
          {offer.data.note ? <p>{offer.data.note}</p> : null}
          <OutsideLink className={buttonClass({ kind: 'primary' })} href={offer.data.url} rel="noopener sponsored">
            {t.offerGo}
            <ExternalLink className={ui.icon} aria-hidden />
          </OutsideLink>
          <p className={ui.small}>{t.offerAway}</p>
        </section>
      ) : null}
      {code === '' || offer.data === null ? (
        <Empty
          className={ui.card}
          level={2}
          icon={Server}
          title={code === '' ? t.offerUnnamed : asked ? t.offerUnknown : t.offerNone}
          hint={code === '' ? t.offerUnnamedHint : asked ? t.offerUnknownHint(code.slice(0, 32)) : t.offerNoneHint}
        >
          <PathLink className={buttonClass({ kind: 'primary' })} to="/$listing" params={{ listing: 'mods' }}>
            {t.toMods}
          </PathLink>
        </Empty>
      ) : null}
    </div>
  )
}
