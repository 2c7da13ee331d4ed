#pragma once  // nothing from this header is needed; see ../README.md
