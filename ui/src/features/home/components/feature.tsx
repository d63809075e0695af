import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pic } from '@/components/ui/pic'
import { homeText as t } from '@/lib/i18n/zh-Hans/home'
import { hitLink } from '@/lib/links'
import { titles } from '@/lib/titles'
import { HOT_SHOWN, topQuery } from '../queries'

/** The most downloaded project that has a picture, as a picture. Asks what the list of popular projects asks. */
export function Feature() {
  const top = useQuery(topQuery('downloads', HOT_SHOWN))
  const hit = top.data?.hits.find((one) => one.featured_gallery ?? one.gallery[0])
  const picture = hit?.featured_gallery ?? hit?.gallery[0]
  if (top.data && !hit) return null
  return (
    <article className="feature card" aria-busy={top.isPending || undefined}>
      <div className="view">{hit && picture ? <img src={picture} alt={t.picture(titles(hit).title)} width={544} height={279} fetchPriority="high" /> : null}</div>
      <div className="cap">
        <Pic src={hit?.icon_url} name={hit?.slug ?? ''} size={40} eager />
        <div className="grow">
          <h2 className="clip">
            {hit ? (
              <Link to="/$type/$id" params={hitLink(hit)}>
                {titles(hit).title}
              </Link>
            ) : null}
          </h2>
          <p className="clip">{hit?.description}</p>
        </div>
      </div>
    </article>
  )
}
