import { Bone, Loading } from '@/components/ui/skeleton'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import '@/styles/project.css'

/** A page about something with a picture, a name and a list, before it is known. */
export function PageSkeleton() {
  return (
    <Loading>
      <div className="proj">
        <span className="bone pic pic-96" />
        <div className="proj-body">
          <div className="proj-title">
            <h1 className="sr">{uiText.loading}</h1>
            <Bone w="40%" h={30} />
          </div>
          <div className="sum">
            <Bone className="mt-2" w="70%" h={22} />
          </div>
          <div className="proj-facts">
            <Bone className="mt-2" w="50%" h={22} />
          </div>
        </div>
      </div>
      <Bone className="mb-4" h={42} />
      <div className="card">
        <Bone className="bone-rows" h={456} />
      </div>
    </Loading>
  )
}
