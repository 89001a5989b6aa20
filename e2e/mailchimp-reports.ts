/** The figures of a Mailchimp export of several campaigns. */
export const mailchimpCampaigns = `Title,Subject,List,"Send Date","Send Weekday","Total Recipients","Successful Deliveries","Soft Bounces","Hard Bounces","Total Bounces","Times Forwarded","Forwarded Opens","Unique Opens","Open Rate","Total Opens","Unique Clicks","Click Rate","Total Clicks",Unsubscribes,"Abuse Complaints","Times Liked on Facebook","Folder Id","Unique Id","Total Orders","Total Gross Sales","Total Revenue"
"Campaign A","Welcome Email","Main List","Jun 09, 2018 09:30 pm",Saturday,110,108,1,1,2,0,0,30,27.78%,57,7,6.48%,7,0,0,0,0,17671f6028,0,0,0
"Campaign B","Newsletter #1","Main List","Jun 18, 2018 09:15 am",Monday,137,134,1,2,3,0,0,30,22.39%,52,5,3.73%,6,1,0,0,0,6e3fb30c88,0,0,0
"Campaign C","Product Launch","Main List","Jun 27, 2018 09:15 am",Wednesday,134,133,1,0,1,0,0,35,26.32%,62,4,3.01%,4,0,0,0,0,b5da57cea8,0,0,0
`

/** The report of one, which does not tell hard and soft bounces apart and counts no machine opens. */
export const mailchimpReport = `Email Campaign Report
"Title:","Summer Sale Campaign"
"Subject Line:","Get 20% Off Today Only!"
"Delivery Date/Time:","Mon, Apr 26, 2021 12:25"

"Overall Stats"
"Total Recipients:","1000"
"Successful Deliveries:","995"
"Bounces:","5 (0.5%)"
"Times Forwarded:","0"
"Forwarded Opens:","0"
"Recipients Who Opened:","350 (35.18%)"
"Total Opens:","500"
"Last Open Date:","4/30/21 6:04"
"Recipients Who Clicked:","100 (10.05%)"
"Total Clicks:","150"
"Last Click Date:","4/30/21 6:01"
"Total Unsubs:","5"
"Total Abuse Complaints:","0"
"Times Liked on Facebook:","0"

"Clicks by URL"
"URL","Total Clicks","Unique Clicks"
`
