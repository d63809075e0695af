import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Download, Heart } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { When } from '@/components/ui/when'
import { cn } from '@/lib/cn'
import { formatCount } from '@/lib/format'
import { downloadsOf } from '@/lib/hit-words'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { hitParams } from '@/lib/links'
import { titles } from '@/lib/titles'
import { picturesRequested } from '@/lib/sizes.gen'
import { topQuery } from '../queries'
import projectCardCss from '@/components/ui/project-card.module.css'
import sectionCss from '@/components/ui/section.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './pictures.module.css'

const SHOWN = 3

/** Shaders and resource packs that changed lately, by their pictures. */
export function Pictures() {
  const recent = useQuery(topQuery('updated', picturesRequested, ['shader', 'resourcepack']))
  const hits = (recent.data?.hits ?? []).filter((hit) => hit.featured_gallery ?? hit.gallery[0]).slice(0, SHOWN)
  if (hits.length === 0) return null
  return (
    <section aria-labelledby="pictures-title">
      <div className={sectionCss.head}>
        <h2 id="pictures-title">{t.gallery}</h2>
        <span className={cn(ui.muted, ui.text13, ui.hideS)}>{t.galleryHint}</span>
        <div className={sectionCss.end}>
          <PathLink className={sectionCss.more} to="/$listing" params={{ listing: 'shaders' }}>
            {t.wall}
            <ChevronRight className={ui.icon14} aria-hidden />
          </PathLink>
        </div>
      </div>
      <div className={cn(projectCardCss.shots, css.scroll)}>
        {hits.map((hit) => (
          <article key={hit.project_id} className={cn(projectCardCss.shot, ui.card, ui.cardLift, ui.result)}>
            <div className={projectCardCss.view}>
              <img
                src={hit.featured_gallery ?? hit.gallery[0]}
                alt={t.picture(titles(hit).title)}
                width={320}
                height={180}
                loading="lazy"
                decoding="async"
              />
            </div>
            <div className={projectCardCss.caption}>
              <h3 className={ui.clip}>
                <PathLink className={ui.resultLink} to="/$type/$id" params={hitParams(hit)}>
                  {titles(hit).title}
                </PathLink>
              </h3>
              <div className={sectionCss.meta}>
                <span>
                  <Download className={ui.icon} aria-hidden />
                  {downloadsOf(hit)}
                </span>
                <span>
                  <Heart className={ui.icon} aria-hidden />
                  {formatCount(hit.follows)}
                </span>
                <When estimated={hit.estimated.updated} time={hit.date_modified} wrap={t.updatedAt} />
              </div>
            </div>
          </article>
        ))}
      </div>
    </section>
  )
}
