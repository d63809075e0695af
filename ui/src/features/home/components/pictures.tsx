import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Download, Heart } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Ago } from '@/components/ui/time'
import { formatCount } from '@/lib/format'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { projectText } from '@/lib/i18n/zh-Hans/project'
import { hitPath } from '@/lib/links'
import { titles } from '@/lib/titles'
import { topQuery } from '../queries'

const ASKED = 12
const SHOWN = 3

/** Shaders and resource packs that changed lately, by their pictures. */
export function Pictures() {
  const recent = useQuery(topQuery('updated', ASKED, ['shader', 'resourcepack']))
  const hits = (recent.data?.hits ?? []).filter((hit) => hit.featured_gallery ?? hit.gallery[0]).slice(0, SHOWN)
  if (hits.length === 0) return null
  return (
    <section aria-labelledby="pictures-title">
      <div className="sec-head">
        <h2 id="pictures-title">{t.gallery}</h2>
        <span className="muted t13 hide-s">{t.galleryHint}</span>
        <div className="end">
          <PathLink className="more" href="/shaders">
            {t.wall}
            <ChevronRight className="i i-14" aria-hidden />
          </PathLink>
        </div>
      </div>
      <div className="shots shots-scroll">
        {hits.map((hit) => (
          <article key={hit.project_id} className="shot card lift">
            <div className="view">
              <img src={hit.featured_gallery ?? hit.gallery[0]} alt={t.picture(titles(hit).title)} width={320} height={180} loading="lazy" decoding="async" />
            </div>
            <div className="cap">
              <h3 className="clip">
                <PathLink href={hitPath(hit)}>
                  {titles(hit).title}
                </PathLink>
              </h3>
              <div className="meta">
                <span>
                  <Download className="i" aria-hidden />
                  {formatCount(hit.downloads)}
                </span>
                <span>
                  <Heart className="i" aria-hidden />
                  {formatCount(hit.follows)}
                </span>
                <Ago time={hit.date_modified} wrap={projectText.updatedAt} />
              </div>
            </div>
          </article>
        ))}
      </div>
    </section>
  )
}
