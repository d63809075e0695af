import { Pictures } from './pictures'
import { RecentlyUpdated } from './recently-updated'

/** What stands below the first sight of the page. */
export default function HomeBelow() {
  return (
    <>
      <Pictures />
      <RecentlyUpdated />
    </>
  )
}
